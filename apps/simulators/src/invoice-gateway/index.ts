export { startInvoiceGateway } from "./gateway.ts";
export type {
  CallbackOptions,
  InvoiceFault,
  InvoiceGateway,
  InvoiceGatewayOptions,
  RecordedGatewayCall,
  SimulatedInvoice,
} from "./types.ts";
