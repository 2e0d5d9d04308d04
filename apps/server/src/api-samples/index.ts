import type { Samples } from "#platform/http/openapi/examples.ts";
import { id, idPrefixes, references } from "./ids.ts";
import { technical } from "./technical.ts";
import { texts } from "./texts.ts";

const csv = (...rows: string[]) => `${rows.join("\r\n")}\r\n`;

/**
 * The values in the examples of openapi.json: a small shop, its customer Maria Santos and her late order. Keyed by
 * property, or by schema and property where one name has several meanings. A property without a sample shows "…", and
 * test/openapi/openapi-examples.test.ts fails, so a new field needs a line here.
 */
export const apiSamples: Samples = {
  ids: idPrefixes,
  properties: { ...references, ...texts, ...technical },
  answers: {
    streamEvents: [
      ": ready",
      "",
      `id: ${id("evt")}`,
      "event: contact.created",
      `data: {"id":"${id("evt")}","type":"contact.created","createdAt":"2026-03-02T09:30:00.000Z","data":{"contactId":"${id("cnt")}","name":"Maria Santos","phone":"+447700900123","email":null,"source":"chat_app","createdAt":"2026-03-02T09:30:00.000Z"}}`,
      "",
      "",
    ].join("\n"),
    getContactExportFile: csv("id,name,phone,email,tags", `${id("cnt")},Maria Santos,+447700900123,maria@example.com,vip`),
    getContactImportSample: csv(
      "name,phone,email,tags,language,country,optIn",
      'Ada Lovelace,+447700900123,ada@example.com,"vip, newsletter",en-GB,GB,opted_in',
    ),
    getContactImportReport: csv("row,outcome,contactId,field,issue,message", `2,created,${id("cnt")},,,`),
    exportFaqs: csv(
      "question,answer,alternatives,category,language,active",
      "When do you deliver?,Within three working days.,,Delivery,en,true",
    ),
    getMetricsSummaryFile: csv("metric,unit,value,observations,sum,p50,p90,p95,p99", "messages_received,count,182,,,,,,"),
    getMetricsTimeseriesFile: csv(
      "start,end,local,value,observations,sum,p50,p90,p95,p99",
      "2026-03-02T00:00:00.000Z,2026-03-03T00:00:00.000Z,2026-03-02T00:00:00,24,,,,,,",
    ),
    getMetricsBreakdownFile: csv("key,name,value,observations,sum,p50,p90,p95,p99", `${id("chn")},Shop,24,,,,,,`),
    getCsatSummaryFile: csv("rating,answers", "1,1", "2,0", "3,2", "4,11", "5,30"),
    getFlowRunSummaryFile: csv(
      "flowId,name,runs,running,waiting,completed,handed_off,cancelled,timed_out,failed",
      `${id("flow")},Late order,42,0,2,35,4,0,1,0`,
    ),
    getChatbotTurnSummaryFile: csv(
      "chatbotId,name,turns,answered,declined,handed_over,outside_hours,silenced,superseded",
      `${id("bot")},Shop assistant,120,96,6,14,2,1,1`,
    ),
    getTransactionsFile: csv(
      "createdAt,id,type,amount,balanceAfter,owed,reference,reason,clientId,adminId,modelName,costPerRequest,requests,createdBy",
      `2026-03-02T09:30:00.000Z,${id("txn")},topup,50,62.5,0,INV-2041,Top-up,,,,,,${id("usr")}`,
    ),
    downloadBroadcastRecipients: csv("contactId,name,phone,status", `${id("cnt")},Maria Santos,+447700900123,delivered`),
    getMediaContent: "(the bytes of the file)",
    getCallRecording: "(the bytes of a .wav)",
    getOrganizationExportFile: "(the bytes of a .tar.gz)",
    getPrivacyRequestFile: `{"type":"contact","data":{"id":"${id("cnt")}","name":"Maria Santos"}}\n`,
  },
};
