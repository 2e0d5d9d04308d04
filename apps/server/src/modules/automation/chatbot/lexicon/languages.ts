import type { HandoverLanguage } from "./language.ts";

/** By language; all are checked in every conversation. */
export const handoverLanguages: Readonly<Record<string, HandoverLanguage>> = {
  en: {
    ask: "(?:talk|speak|chat|talking|speaking|chatting) (?:to|with|2)|connect me (?:to|with)|transfer me to|transfer (?:this|the chat|my chat|us) to|put me (?:through|on)(?: to| with)?|pass me (?:on )?to|hand (?:me|this|it) (?:over )?to|get me|give me|find me|send me|switch me to|switch to|escalate (?:this |it |me )?to|forward (?:me|this) to|direct me to|refer me to|let me have|reach|get (?:a hold of|hold of|in touch with|through to)|have|bring (?:me|in)|bring|call|contact|want|i need|we need|need help from|need assistance from|like|prefer|would rather have|is there|are there|any chance of|request|requesting|where is|where can i find|how do i (?:get|reach)|can i get|could i get|may i have|help from|assistance from|answer from",
    human:
      "humans?|human being|(?:real|live|actual|living|human|breathing) (?:human|person|people|agent|operator|rep|representative|being|support|advisor|adviser|someone)|(?:a|an|some) (?:person|operator|representative|rep|adviser|advisor)|real life person|(?:your|the|a|an|any|another|one of your|some|any of your|customer|support|service|live|sales|billing|phone|available) (?:agents?|representatives?|reps?|operators?|staff|staff member|team member|employee|colleagues?|supervisor|manager|specialist|associates?|support team|customer (?:service|support|care)(?: agent| person| team| representative| rep)?|support person|service team|sales team)|customer (?:service|support|care)|someone (?:real|human|from (?:your|the) (?:team|staff|company|support))|somebody (?:real|human|from (?:your|the) (?:team|staff|company|support))|someone who (?:is|s) (?:real|human)|(?:operator|representative) please|person please|agent please|live chat|agents? (?:now|asap|right now|immediately)",
    gap: 2,
    phrases:
      "speak to (?:someone|somebody)|talk to (?:someone|somebody)|talk (?:to|with) (?:someone|somebody|anyone)|speak with (?:someone|somebody|anyone)|(?:can|could) (?:someone|somebody|anyone) (?:from (?:your|the) (?:team|staff|support) )?(?:please )?(?:call|phone|ring|help|assist|contact) (?:me|us)|human (?:help|assistance|support|intervention)(?: please| now| needed)?$|i (?:want|need) (?:a )?human|anybody human|anyone human|any humans?|is (?:anybody|anyone|someone) (?:real )?there|(?:want|need|like) (?:you to )?(?:call|phone) me back|escalate (?:this|my|the)(?: \\S+)? (?:please|now|issue|case|ticket|complaint)|real person (?:please|now)|(?:to|with) an actual person",
    bare: "(?:a |an |the )?(?:human|human being|agent|live agent|human agent|real agent|real human|real person|live person|actual person|representative|rep|operator|live chat|customer (?:service|support|care)|support agent|person|live support|human support|talk to human|speak to human|speak to agent|talk to agent|call me|agent now|supervisor|manager|speak to rep|talk to rep)",
    courtesy: "please|pls|plz|now|hi|hello|hey|just|ok|okay|asap|thanks|thank you|a|an|the|i want|i need|want|need|can i have|get me|no",
    antiBot:
      "(?:not|dont want|do not want|no more|stop|hate|sick of|tired of|enough of|fed up with|instead of|than|rather than) (?:to )?(?:talk(?:ing)? (?:to|with) |speak(?:ing)? (?:to|with) |chat(?:ting)? with |with |the |this |these |a |an |your )*(?:bots?|robots?|machines?|chatbots?|ai|automated (?:system|replies|responses|messages|answers))|(?:talk(?:ing)?|speak(?:ing)?|chat(?:ting)?) (?:to|with) (?:a )?computers?|stop sending me (?:bots?|robots?)|no bots?|(?:stupid|useless|dumb|damn) (?:bot|robot|machine|chatbot)|(?:this|the) (?:bot|robot|chatbot) (?:is useless|is not helping|isnt helping|does not help|doesnt help|cant help|cannot help)",
    unless:
      "(?:dont|do not|didnt|did not|no|without|never) (?:\\S+ ){0,2}(?:need|want|have|talk|talking|speak|speaking|wish)|no need|without|yesterday|last (?:week|month|year|night|time)|earlier today|already|(?:was|were|been) (?:able|trying|told)|had to|managed to|when i|after i|after (?:talking|speaking)|before i|used to|(?:he|she|they|who|that|which) (?:can|could|will|would|used|want|wants|wanted|need|needs|has|have|speak|speaks|talk|talks|likes?|prefers?)|(?:my|his|her|their|our|travel|estate|insurance|cleaning|real estate|shipping|booking|tax|free|secret|letting|press|legal|sales) (?:own |new |old |local )?(?:agent|agents|representative|manager|supervisor|operator|person|doctor|boss|staff|employees?|rep|lawyer|husband|wife|colleagues?)|human (?:resources|hair|rights|error|body|made|size|sized|food|anatomy|grade|readable|friendly|skeleton|figure|nature)|resources|operator manual|operators? (?:manual|license|licence|guide|course)|per person|for (?:a|one|each|every) person|in person|person (?:who|to|tickets?)|user agent|agent (?:orange|fee|fees|commission|portal|login|discount)|customer service (?:hours|training|course|award|job|jobs|number|phone|policy)|customer (?:support|care) (?:hours|training|job|number)|manager (?:account|role|permissions?|position|app)|rep (?:count|counter|max)|become|becoming|(?:agent|staff|colleague|employee|student) discount|specialist (?:tools?|shop|knife|equipment)|apply|applying|hire|hiring|job|career|how much|how many|i am a|i m a|im a|as a|works? as|friends?|mother|father|mom|dad|son|daughter|wife|husband",
  },
  es: {
    ask: "hablar(?:le)?(?: con| a)|hable con|chatear con|conversar con|comunicar(?:me|nos|se)? con|comuniqueme con|comunicame con|contactar(?:me)?(?: con| a)?|conectame con|conecteme con|conectar(?:me)? con|pasame (?:con|a|un|una)|paseme (?:con|a)|pasar(?:me)? (?:con|a)|pasen? con|transfiereme (?:a|con)|transfierame (?:a|con)|transferir(?:me)? a|derivame (?:a|con)|deriveme (?:a|con)|quiero|necesito|prefiero|quisiera|deseo|me gustaria|dame|deme|hay|existe|pon(?:me|game) con|me (?:puede|puedes|pueden|podria|podrian) (?:atender|ayudar|comunicar con|pasar con|pasar a)|que me (?:atienda|ayude|llame|conteste|responda)|atencion de|ayuda de",
    human:
      "humano|humana|persona(?: real| humana| de verdad| fisica| viva)?|(?:un|una|algun|alguna|el|la|su|tu|otro) (?:agente|operador|operadora|asesor|asesora|representante|ejecutivo|ejecutiva|empleado|empleada|encargado|encargada|supervisor|supervisora|gerente)|agente (?:humano|real|en vivo)|ser humano|alguien (?:real|humano|del equipo|de soporte|de verdad|de ustedes)|atencion (?:al cliente|humana|personalizada)|servicio al cliente|soporte humano",
    phrases:
      "hablar con (?:alguien|ustedes)|hay alguien (?:ahi|real)|alguien (?:me )?(?:puede|podria) (?:llamar(?:me)?|atender(?:me)?|ayudar(?:me)?)|(?:que )?(?:alguien )?me (?:llamen|llame alguien)",
    bare: "humano|persona(?: real)?|agente|operador|operadora|asesor|asesora|representante|agente humano|atencion al cliente|un humano|una persona|ser humano|ejecutivo|servicio al cliente|hablar con humano|hablar con agente|hablar con asesor",
    courtesy: "por favor|porfa|porfavor|hola|ya|gracias|un|una|el|la|quiero|necesito|ok|ahora",
    antiBot:
      "no (?:quiero|deseo|necesito)(?: \\S+){0,3} (?:bots?|robots?|maquinas?|chatbots?|computadora)|no (?:eres|es|sos) (?:un |una )?(?:humano|persona)|(?:harto|cansado|cansada|harta) de (?:\\S+ ){0,3}(?:bots?|robots?|maquinas?)|(?:basta|no mas|nada) de (?:\\S+ ){0,1}(?:bots?|robots?|maquinas?)|(?:bot|robot) (?:inutil|tonto|estupido)",
    unless:
      "no (?:\\S+ )?(?:quiero|necesito|hace falta|deseo|es necesario)(?: \\S+)? (?:hablar|agente|humano|persona|que|con|un)|sin (?:hablar|necesidad)|ayer|la semana pasada|anoche|ya (?:hable|habia|me)|hable (?:ayer|con mi)|cuando (?:hable|quise|quiero)|despues de hablar|antes de hablar|(?:mi|su|nuestro|nuestra) (?:propio |propia )?(?:agente|asesor|asesora|gerente|jefe|abogado|medico|operador|representante|mujer|marido|amiga|amigo|madre|padre) |recursos humanos|derechos humanos|cuerpo humano|por persona|para (?:una|cada|otra|la|esa|esta) persona|en persona|cada persona|(?:una|la|otra) persona (?:que|mayor|mas|de(?! verdad| carne))|agente (?:de viajes|inmobiliario|inmobiliaria|de seguros|de aduanas|secreto|de bolsa)|error humano|cuantas personas|cuanto|trabajar|empleo|vacante|soy (?:un |una )?(?:agente|operador|persona|asesor|gerente)|personas",
  },
  pt: {
    ask: "falar (?:com|para)|fala com|falo com|conversar com|chamar|chama|chame|conectar com|me conecta (?:com|a)|me conecte (?:com|a)|me passa (?:para|pra|com)|me passe (?:para|pra|com)|passar (?:para|pra)|transferir (?:para|pra)|me transfere (?:para|pra)|me transfira (?:para|pra)|transfere (?:para|pra)|contato com|contatar|quero|queria|preciso(?: de)?|prefiro|gostaria(?: de)?|tem|existe|ha|poderia|encaminha(?:r)? (?:para|pra)|me encaminhe (?:para|pra)|quero ser atendid[oa] por|ser atendid[oa] por|atendimento (?:com|de|por)|ajuda de",
    human:
      "humano|humana|pessoa (?:real|de verdade|humana)|(?:uma|alguma) pessoa|ser humano|(?:um|uma|algum|alguma|o|a|seu|com) (?:atendente|agente|operador|operadora|representante|consultor|consultora|vendedor|vendedora|funcionario|funcionaria|supervisor|supervisora|gerente|colaborador)|atendente(?: humano| real)?|alguem (?:real|humano|da equipe|do suporte|de verdade|do atendimento)|atendimento humano|atendimento ao cliente|suporte humano",
    phrases: "falar com (?:alguem|voces)|tem alguem (?:ai|real)|alguem (?:pode|poderia) me (?:ligar|atender|ajudar)",
    bare: "humano|atendente|pessoa(?: real)?|agente|operador|representante|atendimento humano|atendente humano|um humano|uma pessoa|falar com atendente|falar com humano|ser humano|consultor|atendimento|sac",
    courtesy: "por favor|pfv|pf|oi|ola|agora|obrigado|obrigada|um|uma|o|a|quero|preciso|ok|ja",
    antiBot:
      "nao (?:quero|desejo|aguento)(?: \\S+){0,3} (?:bots?|robos?|maquinas?|chatbots?|robozinho)|(?:cansado|cansada|farto|farta) d(?:e|o|os|esse|este|esses|estes) (?:\\S+ ){0,3}(?:bots?|robos?|maquinas?)|(?:chega|nada) de (?:bots?|robos?|maquinas?)|(?:bot|robo) (?:inutil|burro|idiota)",
    unless:
      "nao (?:\\S+ )?(?:quero|preciso|precisa|desejo|e necessario)(?: \\S+)? (?:falar|atendente|humano|pessoa|agente|de|que)|sem (?:falar|precisar)|ontem|semana passada|mes passado|ja (?:falei|tinha)|falei|quando (?:falei|fui|quis)|depois de falar|antes de falar|(?:meu|minha|nosso|nossa|seu proprio) (?:\\S+ )?(?:agente|atendente|gerente|chefe|advogado|medico|operador|vendedor|consultor|mae|pai|marido|esposa|amiga|amigo)|recursos humanos|direitos humanos|corpo humano|por pessoa|para (?:uma|cada|outra|essa|esta|1) pessoa|em pessoa|cada pessoa|(?:uma|a|outra) pessoa (?:que|da|mais|idosa|de)|agente de (?:viagens|viagem|seguros|saude)|erro humano|cabelo humano|quantas pessoas|quanto|trabalhar|emprego|vaga|sou (?:um |uma )?(?:agente|atendente|operador|pessoa|vendedor|gerente|consultor)|pessoas",
  },
  de: {
    ask: "sprechen mit|reden mit|rede mit|schreiben mit|verbinden(?: sie)?(?: mich)?(?: bitte)? mit|verbinde mich(?: bitte)? mit|weiterleiten an|leiten? sie mich(?: bitte)? (?:weiter )?(?:an|zu)|leite mich(?: bitte)? (?:weiter )?(?:an|zu)|will|mochte|moechte|wurde gern(?:e)?|wuerde gern(?:e)?|brauche|brauch|benotige|benoetige|hatte gern(?:e)?|haette gern(?:e)?|hatt gern|geben sie mir|gib mir|gibt es|ist da|kann ich(?: bitte)?(?: mal)? mit|kann ich|konnte ich|koennte ich|darf ich|kontakt (?:mit|zu)|lieber mit|lassen sie mich mit|lass mich mit|holen sie|hol mir|hilfe von|antwort von|mit",
    human:
      "(?:einem|einen|ein|echten|echtem|richtigen|richtigem|lebenden|realen) menschen?|menschen|mensch|echte person|echten person|realen person|richtigen person|lebenden person|(?:einem|einen|einer|eine|ihrem|ihrer|ihren|echten|deinem|irgendeinem|nem|nen) (?:mitarbeiter|mitarbeiterin|mitarbeitern|agenten|agentin|berater|beraterin|kundenberater|kundenbetreuer|sachbearbeiter|sachbearbeiterin|ansprechpartner|ansprechpartnerin|vorgesetzten|kollegen|kollegin|operator|supportmitarbeiter|servicemitarbeiter|person)|jemand(?:em|en) (?:echtem|echten|richtigem|aus (?:dem|ihrem) team|vom (?:support|team|service|kundenservice|kundendienst))|kundenservice|kundendienst|kundenbetreuung|mitarbeiter (?:sprechen|reden)|personlichen ansprechpartner",
    gap: 3,
    phrases:
      "mit jemandem (?:sprechen|reden)|(?:mitarbeiter|menschen|berater|person|kollegen|ansprechpartner|agenten|jemandem|kundenservice|support) (?:\\S+ )?(?:sprechen|reden|schreiben|chatten|verbunden werden|verbinden)|rufen sie mich(?: bitte)?(?: zuruck)? an|ruckruf bitte|bitte um ruckruf",
    bare: "mensch|mitarbeiter|mitarbeiterin|echter mensch|echte person|berater|kundenservice|kundenberater|ansprechpartner|ein mensch|einen menschen|operator|agent|person|kundendienst|menschen|mit mitarbeiter sprechen|support mitarbeiter|sachbearbeiter",
    courtesy: "bitte|hallo|hi|jetzt|danke|sofort|mal|einen|ein|eine|ich will|ich mochte|ich brauche|ok|guten tag",
    antiBot:
      "(?:keinen|keinem|nicht mit|kein|keine lust auf|schluss mit|genug von|statt|statt mit)(?: (?:einem|diesem|einen|den|dem|der|einer|ihrem|so))*(?: \\S+)? (?:bot|bots|roboter|maschine|computer|chatbot|automaten|ki)|(?:doofer|dummer|bloder|nutzloser) (?:bot|roboter|chatbot)",
    unless:
      "(?:nicht|kein|keinen|keinem|keine|ohne|nie) (?:\\S+ ){0,2}(?:sprechen|reden|mitarbeiter|menschen|mensch|berater|notig|brauchen|kontakt|person|mit)|(?:brauche|mochte|will) (?:\\S+ )?(?:kein|keinen|nicht)|gestern|letzte woche|letzten monat|vorhin|schon mit|bereits|hatte ich|habe ich|habe mit|hatte mit|als ich|nachdem|bevor|(?:mein|meine|meinem|meinen|meiner|seinem|unserem|unser|unseren) (?:\\S+ )?(?:mitarbeiter|berater|beraterin|kollegen|kollege|kollegin|chef|anwalt|mann|frau|arzt|agent|agenten|steuerberater|vorgesetzten|ansprechpartner|mutter|vater)|steuerberater|versicherungsberater|reiseberater|fur (?:menschen|mitarbeiter|eine person|einen menschen|unsere)|pro person|pro mitarbeiter|jeder mensch|menschen (?:mit(?! dem| denen)|die|wie|im)|lern\\S*|kurs|alle mitarbeiter|wie viele|anzahl|mitarbeiterrabatt|als (?:mitarbeiter|mensch|berater|agent)|bewerben|stelle|job|ich bin (?:\\S+ )?(?:mitarbeiter|berater|mensch|agent|sachbearbeiter)|menschenrechte|konto fur|zugang fur|dass (?:menschen|mitarbeiter)",
  },
  fr: {
    ask: "parler (?:a|avec|au)|parle (?:a|avec)|discuter avec|echanger avec|communiquer avec|joindre|contacter|passez moi|passe moi|mettez moi en (?:relation|contact|communication) avec|mets moi en (?:relation|contact) avec|etre mise? en (?:relation|contact) avec|transferez moi (?:a|vers|au)|transferer (?:a|vers)|rediriger vers|redirigez moi vers|je veux|je voudrais|je souhaite|jaimerais|j aimerais|il me faut|jai besoin d(?:un|une|e)?|j ai besoin d(?:un|une|e)?|besoin d(?:un|une|e)?|je prefere|y a t il|est ce quil y a|donnez moi|avoir|laide d(?:un|une|e)|repondu par|pris en charge par",
    human:
      "humain|humaine|etre humain|personne (?:reelle|humaine|physique|en vrai)|vraie personne|(?:un|une|le|la|votre|vos|dun|dune) (?:vrai |vraie |autre )?(?:conseiller|conseillere|agent|operateur|operatrice|responsable|representant|representante|employe|employee|collegue|technicien|superviseur|interlocuteur|personne)|conseiller(?: client| humain)?|agent (?:humain|reel)|quelquun (?:de reel|de votre equipe|du support|du service|de chez vous|dhumain)|service client|support humain|assistance humaine|vrai conseiller|vrai humain",
    phrases:
      "parler (?:a|avec) quelquun|discuter avec quelquun|y a t il quelquun|il y a quelquun|quelquun (?:peut|pourrait|peut il|pourrait il) (?:il )?m(?:e |)(?:appeler|aider|rappeler)|rappelez moi|etre rappele",
    bare: "humain|conseiller|conseillere|agent|operateur|personne reelle|vraie personne|service client|un humain|un conseiller|agent humain|conseiller client|un agent|une personne|parler a un humain|parler a un conseiller|representant|etre humain",
    courtesy: "svp|sil vous plait|s il vous plait|stp|bonjour|merci|maintenant|un|une|je veux|salut|ok|vite",
    antiBot:
      "(?:pas|plus|marre|assez|ras le bol) (?:envie )?(?:de |d |dun |du |des |a |avec |parler a |parler avec )*(?:un |une |ce |cette |votre |parler (?:a|avec) )*(?:un |une |ce |cette |votre |des )?(?:bots?|robots?|machines?|chatbots?|ia|ordinateur)|(?:bot|robot) (?:inutile|stupide|nul)",
    unless:
      "(?:pas|jamais|plus) (?:\\S+ ){0,2}(?:besoin|necessaire|parler|envie de parler|conseiller|la peine)|sans (?:\\S+ )?(?:parler|passer|conseiller|devoir|besoin)|hier|la semaine derniere|le mois dernier|deja|jai parle|j ai parle|jai eu|jai pu|quand j|apres avoir|avant de|(?:mon|ma|mes|son|sa|notre|nos) (?:propre )?(?:conseiller|conseillere|agent|responsable|patron|medecin|avocat|mari|femme|collegue|banquier|mere|pere|ami|amie|operateur)|conseiller (?:bancaire|fiscal|financier|dorientation)|agent (?:immobilier|dassurance|dassurances|de voyage|secret|de securite|dentretien)|ressources humaines|droits (?:humains|de lhomme)|corps humain|par personne|pour (?:une|chaque|1) personne|en personne|chaque personne|(?:une|la) personne (?:qui|agee|de plus|que|par|a mobilite)|une personne$|erreur humaine|combien|postuler|emploi|recrut\\S*|travailler|je suis (?:un |une )?(?:agent|conseiller|operateur|humain|responsable)|personnes",
  },
  id: {
    ask: "bicara(?: dengan| sama| ke| dgn| langsung dengan)?|ngobrol (?:dengan|sama)|berbicara(?: dengan| sama| langsung dengan)?|hubungkan|sambungkan|hubungi|menghubungi|chat (?:dengan|sama)|mau|ingin|pengen|pingin|butuh|perlu|minta|tolong|ada|alihkan|transfer|panggilkan|panggil|dibantu(?: oleh| sama)?|dilayani(?: oleh)?|kasih|oper ke|lebih suka",
    human:
      "manusia(?: asli)?|orang(?: asli| beneran| sungguhan| nyata)|admin|cs|customer service|operator|agen(?: manusia| langsung)?|petugas|staf|staff|pegawai|karyawan|perwakilan|supervisor|manajer|tim (?:support|cs|bantuan|anda|kalian|customer service)|layanan pelanggan|mas admin|mbak admin|kakak admin|adminnya|csnya|cs nya",
    gap: 3,
    phrases:
      "bicara (?:dengan|sama) (?:orang|seseorang)|ada orang(?:nya)? (?:ga|gak|tidak|kah|di sini|disini)|tolong telepon saya|telpon saya|bisa ditelepon",
    bare: "admin|manusia|cs|operator|orang asli|customer service|petugas|agen|staf|layanan pelanggan|human|agent|kak admin|min admin",
    courtesy: "tolong|dong|halo|hai|ya|kak|min|mau|minta|sekarang|please|pls|terima kasih|bang|mbak|mas|saya mau|deh",
    antiBot:
      "(?:tidak|gak|ga|nggak|enggak|jangan|bukan|malas|males|capek|bosan)(?: \\S+){0,3} (?:bot|robot|mesin|chatbot)|(?:bot|robot) (?:bodoh|goblok|ga guna|tidak berguna)",
    unless:
      "(?:tidak|gak|ga|nggak|enggak|tak|jangan) (?:\\S+ )?(?:perlu|mau|usah|butuh|ingin|harus)|tanpa|kemarin|minggu lalu|bulan lalu|tadi|sudah|udah|pernah|waktu (?:saya|itu)|setelah|sebelum|(?:agen|petugas|staf|operator|karyawan|admin) (?:saya|kami|kita|travel|properti|asuransi|rumah|perjalanan|gudang|kantor|keamanan|toko kami|akun)|biaya admin|admin fee|berapa|akun admin|hak admin|menjadi|jadi|lowongan|kerja|melamar|gaji|saya (?:adalah |seorang )?(?:admin|agen|operator|petugas|karyawan|staf)|sumber daya manusia|hak asasi|rambut manusia|tubuh manusia|per orang|sebagai|untuk (?:karyawan|staf|admin|operator|petugas|agen|manusia)|panel admin|halaman admin|dashboard admin|seragam|operator (?:seluler|telepon|alat|forklift)|khusus",
  },
  ar: {
    ask: "(?:ال)?(?:تحدث|تكلم|حديث|كلام|تواصل)(?: \\S+)? (?:مع|الي|ل)|(?:اتحدث|اتكلم|اكلم|احكي|احكي|نتكلم|اتواصل|اتصل|كلم)(?: مع| الي| ب)?|(?:التكلم|التحدث|الكلام|التواصل|الحديث)(?: مع| الي)?|(?:حولني|حولوني|حولني|وصلني|وصلوني|احلني|انقلني)(?: \\S+)?|تحويلي|تحويل|اريد|اريدك|ابغي|ابي|عايز|عاوز|عايزه|بدي|احتاج|محتاج|محتاجه|افضل|ارغب|اطلب|هل يوجد|هل هناك|فيه|في|هل يمكنني|ممكن|اعطني|اعطوني|مساعده من",
    human:
      "(?:ب|ل|لل|ال|بال)?(?:انسان|بشر|بشري|شخص(?: حقيقي| بشري| حي| فعلي)?|موظف(?: حقيقي| بشري)?|موظفه|الموظف|موظفين|ممثل(?: خدمه)?|ممثل خدمه العملاء|خدمه العملاء|خدمه الزبائن|مندوب|مسؤول|المسؤول|مسئول|مشرف|المشرف|مدير|المدير|الدعم(?: البشري| الفني)?|فريق الدعم|وكيل|وكيل بشري|احد(?: من)? (?:الموظفين|فريقكم|الفريق)|مختص)",
    gap: 3,
    phrases: "هل يوجد احد|حد يرد علي|احد يرد علي|كلمني حد|ارجو الاتصال بي|اتصلوا بي|اتحدث (?:مع|الي) (?:احد|شخص)|اكلم حد",
    bare: "انسان|موظف|بشر|خدمه العملاء|شخص حقيقي|موظف حقيقي|ممثل|مندوب|وكيل|شخص|موظف خدمه العملاء|موظف بشري|مسؤول|خدمه عملاء",
    courtesy: "من فضلك|لو سمحت|رجاء|مرحبا|السلام عليكم|الان|شكرا|اريد|ابغي|ممكن|فضلا",
    antiBot:
      "(?:لا|مش|ما|مو|ليس)(?: \\S+){0,4} (?:روبوت|الروبوت|بوت|البوت|اله|الاله|روبوتات|ماكينه)|(?:تعبت|مللت|زهقت) من (?:\\S+ )?(?:الروبوت|روبوت|البوت|بوت|الاله)|(?:روبوت|بوت) (?:غبي|فاشل)",
    unless:
      "(?:لا|ما|مش|مو|لم|لست) (?:\\S+ )?(?:احتاج|اريد|يلزم|داعي|ابغي|ابي|عايز|بحاجه|حاجه|ضروره|احتاج)|بدون|دون|امس|البارحه|الاسبوع الماضي|الشهر الماضي|سابقا|تحدثت|تكلمت|كلمت|تواصلت|عندما|بعد ان|قبل ان|(?:موظفي|مديري|وكيلي|مندوبي|زوجي|زوجتي|محامي)|حقوق الانسان|جسم الانسان|موارد|الموارد|لكل شخص|للشخص|لشخص|شخص واحد|اشخاص|عدد|كم|وظيفه|توظيف|العمل ك|انا موظف|انا مدير|وكيل (?:سفر|عقاري|عقارات|تامين|معتمد|الشركه)|مدير (?:حساب|الحساب|اعمال|المنزل)|بطاقه|خطا بشري|شعر بشري|شعر",
  },
  hi: {
    ask: "(?:से|के साथ|सें) (?:\\S+ ){0,2}(?:बात|संपर्क|बोलना|चैट|मिलना|जोड़|जोड़ो|जोड़िए|कनेक्ट|मिलाओ|मिलवाओ|मिलाइए)|चाहिए|चाहता|चाहती|दीजिए|दो|दे दो|बुलाओ|बुलाइए|बुलाएं|ट्रांसफर|भेजो|भेजिए|है क्या|से करवाओ|से करा दो|se (?:\\S+ ){0,2}(?:baat|bat|connect|contact|chat|milna|jodo|jod|milao|bolna)|chahiye|chaiye|bulao|bulaiye|transfer|dijiye|hai kya|ko bhejo",
    human:
      "इंसान|इन्सान|मनुष्य|असली (?:इंसान|व्यक्ति|आदमी)|व्यक्ति|एजेंट|प्रतिनिधि|ऑपरेटर|कस्टमर केयर|कस्टमर सर्विस|कस्टमर सपोर्ट|ग्राहक सेवा|कर्मचारी|अधिकारी|मैनेजर|सुपरवाइजर|सपोर्ट टीम|किसी (?:आदमी|व्यक्ति|इंसान|एजेंट)|insaan|insan|human|agent|agent|representative|customer care|customer service|operator|manager|executive|asli (?:insaan|insan|aadmi|person)|real person|kisi (?:insaan|insan|aadmi|agent|person)",
    reversed: true,
    gap: 3,
    phrases: "किसी से बात|कोई है क्या|कोई मुझे (?:कॉल|फोन)|मुझे (?:कॉल|फोन) (?:करो|करें|कीजिए|कर दो)|kisi se baat|koi hai|mujhe call karo",
    bare: "इंसान|एजेंट|कस्टमर केयर|ग्राहक सेवा|प्रतिनिधि|ऑपरेटर|असली इंसान|insaan|agent|customer care|मैनेजर",
    courtesy: "कृपया|प्लीज|नमस्ते|अभी|please|pls|हेलो|मुझे|धन्यवाद|ji|जी|चाहिए|abhi",
    antiBot:
      "(?:बॉट|रोबोट|मशीन|चैटबॉट) (?:\\S+ ){0,4}(?:नहीं|मत|बंद)|(?:bot|robot|machine) (?:\\S+ ){0,4}(?:nahi|nahin|nhi|mat|band)|(?:बेकार|बेवकूफ) (?:बॉट|रोबोट)",
    unless:
      "नहीं (?:चाहिए|करनी|करना|चाहता|चाहती)|(?:बात|ज़रूरत|जरूरत|आवश्यकता) (?:\\S+ )?नहीं|(?:की|कोई) (?:ज़रूरत|जरूरत) नहीं|बिना|कल|पिछले|पहले (?:ही|भी)|हो चुकी|हो गई|की थी|कर ली|हुई थी|(?:मेरे|मेरी|मेरा|हमारे|अपने) (?:\\S+ )?(?:एजेंट|मैनेजर|व्यक्ति|कर्मचारी|अधिकारी|बॉस|इंसान)|ट्रैवल एजेंट|बीमा एजेंट|प्रति व्यक्ति|कितने|कितना|नौकरी|मानव|के लिए (?:व्यक्ति|\\S+ )?|के लिए|nahi chahiye|zarurat nahi|bina|kal |ki thi|ho gayi|ho chuki|mere (?:agent|manager)|mera (?:agent|manager)|travel agent|insurance agent|kitne|naukri|ke liye|मैं (?:एक )?(?:एजेंट|मैनेजर|कर्मचारी)|एक व्यक्ति",
  },
  it: {
    ask: "parlare (?:con|a)|parlo con|chattare con|comunicare con|contattare|passami|passatemi|mi passi|mi passa|mi metta in contatto con|mettimi in contatto con|essere contattat[oa] da|trasferitemi a|trasferiscimi a|vorrei|voglio|ho bisogno di|mi serve|preferisco|preferirei|desidero|datemi|dammi|ce",
    human:
      "umano|umana|essere umano|persona (?:reale|vera|umana|in carne e ossa)|vera persona|(?:un|una|uno|il|vostro|qualche) (?:operatore|operatrice|agente|consulente|addetto|responsabile|rappresentante|collega|persona)|operatore(?: umano)?|qualcuno (?:di reale|di voi|dello staff|dellassistenza)|assistenza (?:clienti|umana)|servizio clienti",
    phrases: "parlare con qualcuno|ce qualcuno|qualcuno (?:puo|potrebbe) (?:chiamarmi|aiutarmi)",
    bare: "operatore|umano|persona reale|agente|assistenza clienti|servizio clienti|un operatore|un umano|consulente|persona vera",
    courtesy: "per favore|perfavore|ciao|salve|grazie|subito|adesso|un|una|voglio|vorrei",
    antiBot: "(?:non|basta|stufo|stufa)(?: \\S+){0,4} (?:bot|robot|macchina|chatbot)",
    unless:
      "non (?:\\S+ )?(?:voglio|serve|ho bisogno|occorre|vorrei)|senza|ieri|settimana scorsa|gia|ho parlato|quando|dopo aver|prima di|(?:mio|mia|nostro|nostra|suo) (?:\\S+ )?(?:agente|operatore|consulente|responsabile|medico|avvocato)|agente (?:immobiliare|di viaggio|assicurativo)|consulente (?:finanziario|fiscale)|risorse umane|diritti umani|corpo umano|errore umano|a persona|per persona|per una persona|di persona|persone|quanto|lavoro|candidar\\S*|sono un",
  },
  tr: {
    ask: "gorusmek|gorusebilir|gorusmeyi|konusmak|konusabilir|konusayim|konusturun|gorusturun|baglar misin(?:iz)?|baglayin|bagla|baglanmak|aktar|aktarin|aktarir misin(?:iz)?|istiyorum|isterim|lazim|verin|ulasmak|var mi|yonlendir|yonlendirin|yonlendirir misin(?:iz)?|tercih ederim|yazismak",
    human:
      "insan(?:la|a|i)?|gercek (?:bir )?(?:insan(?:la|a)?|kisi(?:yle|ye)?)|temsilci(?:yle|ye|si|siyle|sine|niz|nizle|nize)?|musteri (?:temsilcisi(?:yle|ne)?|hizmetleri(?:yle|ne)?)|yetkili(?:yle|ye|si)?|operator(?:le|e)?|calisan(?:la|a)?|canli (?:destek|destege|temsilci(?:yle|ye)?)|personel(?:le|e)?|birisiyle|biriyle",
    reversed: true,
    gap: 3,
    bare: "temsilci|insan|musteri temsilcisi|musteri hizmetleri|operator|canli destek|yetkili|gercek insan|gercek kisi",
    courtesy: "lutfen|merhaba|hemen|simdi|selam|bir|tesekkurler",
    antiBot: "(?:bot|botla|robot|robotla|makineyle|makine) (?:\\S+ ){0,3}(?:istemiyorum|istemem|degil|konusmak istemiyorum)",
    unless:
      "istemiyorum|gerek yok|gerekmez|gerek kalmadan|olmadan|dun|gecen (?:hafta|ay)|konustum|gorustum|daha once|(?:benim|bizim) (?:\\S+ )?(?:temsilcim\\S*|calisan\\S*|personel\\S*)|kisi basi|kac|insan kaynaklari|insan haklari|is ilani|basvur\\S*|icin",
  },
};
