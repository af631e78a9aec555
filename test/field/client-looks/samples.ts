import type { LookField, LookFields } from '../../../src/certificates/looks/client-look.ts';
import type { LookReason } from '../../../src/certificates/looks/judge-look.ts';
import type { FieldSample } from '../field-sample.ts';

type Refused = `${LookField}: ${LookReason}` | 'fine';

const sender = (senderName: string): Partial<LookFields> => ({ senderName });
const words = (greetingRu: string): Partial<LookFields> => ({ greetingRu });

/** Of a client that is called «Клуб бонусов»; `Листва` and `Orbita` are brands of others. */
export const lookSamples: FieldSample<Partial<LookFields>, Refused>[] = [
  {
    name: 'a name with a comma and brackets',
    source: 'TRC-Loop/Pelton#312',
    input: sender('Клуб бонусов, отдел (Москва)'),
    right: 'fine',
  },
  {
    name: 'a name with an ampersand and a full stop',
    source: 'choyiny/saasmail#198',
    input: sender('Bonus & Co. Ltd'),
    right: 'fine',
  },
  {
    name: 'a name that ends its header',
    source: 'maragudk/glue#180',
    input: sender('Клуб\r\nBcc: all@elsewhere.example'),
    right: 'senderName: link',
  },
  {
    name: 'a name with quotation marks and a second mailbox',
    source: 'TRC-Loop/Pelton#314',
    input: sender('Клуб" <club'),
    right: 'senderName: signs',
  },
  {
    name: 'an address as the name of the sender',
    source: 'arithmetric/aws-lambda-ses-forwarder#108',
    input: sender('help@bank.example'),
    right: 'senderName: link',
  },
  {
    name: 'a name that is written from right to left',
    source: 'own',
    input: sender('Клуб\u202Eелосопк'),
    right: 'senderName: signs',
  },
  {
    name: 'a name with a sign of no width',
    source: 'own',
    input: sender('Ли\u200Bства'),
    right: 'senderName: signs',
  },
  {
    name: 'the name of a brand',
    source: 'own',
    input: sender('Магазин «Листва»'),
    right: 'senderName: foreign-name',
  },
  {
    name: 'the name of a brand in letters apart',
    source: 'own',
    input: sender('Л и с т в а'),
    right: 'senderName: foreign-name',
  },
  {
    name: 'the name of a brand with Cyrillic letters that look Latin',
    source: 'sublimehq/sublime_text#3641',
    input: sender('Оrbitа'),
    right: 'senderName: alphabets',
  },
  {
    name: 'the name of a brand with a digit in it',
    source: 'Phishing-Database/phishing#1149',
    input: sender('0rbita'),
    right: 'senderName: foreign-name',
  },
  {
    name: 'the name of a brand with accents',
    source: 'HackTricks-wiki/hacktricks#1191',
    input: sender('Órbitá Gifts'),
    right: 'senderName: foreign-name',
  },
  {
    name: 'the name of the platform',
    source: 'own',
    input: sender('Facevalue'),
    right: 'senderName: foreign-name',
  },
  ...(
    [
      ['a capital I in place of a small L', 'FacevaIue'],
      ['a digit in place of a small L', 'FACEVA1UE'],
      ['a digit in place of a Cyrillic letter', '3везда'],
      ['a letter with a stroke', 'Ørbita'],
    ] as const
  ).map(
    ([name, input]) =>
      ({
        name: `a brand with ${name}`,
        source: 'own',
        input: sender(input),
        right: 'senderName: foreign-name',
      }) as const,
  ),
  {
    name: 'a brand with a letter that nobody sees',
    source: 'own',
    input: sender('Orb\u3164ita'),
    right: 'senderName: signs',
  },
  {
    name: 'a name of two alphabets that deceives nobody',
    source: 'own',
    input: sender('МегаFon'),
    right: 'fine',
  },
  { name: 'a word that has a brand in it', source: 'own', input: sender('Листвагон'), right: 'fine' },
  {
    name: 'a link among the words',
    source: 'itchio/itch.io#784',
    input: words('Подарок ждёт на https://gift.example/open'),
    right: 'greetingRu: link',
  },
  {
    name: 'a link without its scheme',
    source: 'mastodon/mastodon#3833',
    input: words('Заходите на приз.рф'),
    right: 'greetingRu: link',
  },
  {
    name: 'a link with a full stop of another script',
    source: 'own',
    input: words('Заходите на prize。example'),
    right: 'greetingRu: link',
  },
  {
    name: 'an address among the words',
    source: 'own',
    input: words('Пишите: boss＠club.example'),
    right: 'greetingRu: link',
  },
  {
    name: 'a phone among the words',
    source: 'own',
    input: words('Звоните 8 (800) 100-20-30'),
    right: 'greetingRu: phone-number',
  },
  ...['8–800–100–20–30', '8.800.100.20.30', '８８００１００２０３０'].map(
    (phone) =>
      ({
        name: `a phone as ${phone}`,
        source: 'own',
        input: words(phone),
        right: 'greetingRu: phone-number',
      }) as const,
  ),
  {
    name: 'emoji of several signs, dates',
    source: 'own',
    input: words('С праздником! 👨‍👩‍👧 ❤️ 1️⃣ С 01.12.2026 по 2026.12.31'),
    right: 'fine',
  },
  {
    name: 'words with years, sums and shortened words',
    source: 'own',
    input: words('С Новым 2027 годом!\nСпасибо за 2025–2026 гг. и 100 000 ₽, т.е. за всё.'),
    right: 'fine',
  },
  {
    name: 'a light colour, on which white text cannot be read',
    source: 'zitadel/zitadel#4855',
    input: { accent: '#ffd400' },
    right: 'accent: contrast',
  },
  {
    name: 'a colour that is a style',
    source: 'own',
    input: { accent: 'red;}*{display:none' },
    right: 'accent: too-long',
  },
  { name: 'a short colour', source: 'own', input: { accent: '#f00' }, right: 'accent: colour' },
  { name: 'a dark colour', source: 'own', input: { accent: '#0B5D3B', paper: '#F2F7F4' }, right: 'fine' },
  {
    name: 'a ground on which the text cannot be read',
    source: 'Automattic/newspack-theme#210',
    input: { accent: '#0b5d3b', paper: '#334455' },
    right: 'paper: contrast',
  },
  { name: 'a site without its scheme', source: 'own', input: { site: 'club.example' }, right: 'fine' },
  {
    name: 'a site that runs something',
    source: 'own',
    input: { site: 'javascript://club.example/%0aalert(1)' },
    right: 'site: site',
  },
  {
    name: 'a site with a name before it',
    source: 'freeCodeCamp/freeCodeCamp#15026',
    input: { site: 'https://club.example@elsewhere.example/' },
    right: 'site: site',
  },
  {
    name: 'a site that is a number',
    source: 'own',
    input: { site: 'https://192.0.2.7/' },
    right: 'site: site',
  },
];

export type LogoKind =
  | 'svg with a script'
  | 'html named png'
  | 'white on transparent'
  | 'dark on transparent'
  | 'tiny'
  | 'noise'
  | 'cut off'
  | 'line';

/** What becomes of an uploaded logo. */
export const logoSamples: FieldSample<LogoKind, string>[] = [
  {
    name: 'a drawing that can run scripts',
    source: 'OmniTrustILM/ilm#384',
    input: 'svg with a script',
    right: 'kind',
  },
  {
    name: 'a page that calls itself a picture',
    source: 'qnophq/qnop#23',
    input: 'html named png',
    right: 'kind',
  },
  {
    name: 'a white logo for dark grounds',
    source: 'Automattic/jetpack#35623',
    input: 'white on transparent',
    right: 'pale',
  },
  {
    name: 'a dark logo without a ground, gone in dark mode',
    source: 'fleetdm/fleet#24618',
    input: 'dark on transparent',
    right: 'made',
  },
  { name: 'a logo of some pixels', source: 'own', input: 'tiny', right: 'small' },
  { name: 'a photograph as a logo', source: 'own', input: 'noise', right: 'made' },
  { name: 'a logo that is a line', source: 'own', input: 'line', right: 'made' },
  { name: 'a picture that was cut off', source: 'own', input: 'cut off', right: 'broken' },
];
