/** What people type into editors of templates, and what other editors made of it. */
import type { FieldSample } from '../field-sample.ts';

interface Typed {
  /** The template on which the form was opened. */
  base?: Record<string, unknown>;
  fields: Record<string, string>;
}

/** A part of the template that is kept, or the reason of the refusal at a field. */
type Right = { kept: Record<string, unknown> } | { field: string; refused: RegExp };

export const typed: FieldSample<Typed, Right>[] = [
  {
    name: 'a colour without its sign, as design programs copy it',
    source: 'devforth/painterro#59',
    input: { fields: { 'colours.light.accent': 'A63C1A' } },
    right: { kept: { colours: { light: { accent: '#a63c1a' } } } },
  },
  {
    name: 'a colour of three digits',
    source: 'Megabit/Blazorise#4614',
    input: { fields: { 'colours.light.accent': '#063' } },
    right: { kept: { colours: { light: { accent: '#006633' } } } },
  },
  {
    name: 'a colour with wide signs and a space, from a keyboard of another script',
    source: 'own',
    input: { fields: { 'colours.light.accent': '＃０ｆ５ｃ４ａ ' } },
    right: { kept: { colours: { light: { accent: '#0f5c4a' } } } },
  },
  {
    name: 'a colour of five digits is refused, not cut',
    source: 'jquery/themeroller.jquerymobile.com#107',
    input: { fields: { 'colours.light.accent': '#12345' } },
    right: { field: 'colours.light.accent', refused: /must be a colour as #a63c1a/ },
  },
  {
    name: 'a colour with something behind it is refused, not kept unseen',
    source: 'liferay/clay#4694',
    input: { fields: { 'colours.light.accent': '#FFFFFFaaaaaa' } },
    right: { field: 'colours.light.accent', refused: /must be a colour as #a63c1a/ },
  },
  {
    name: 'a colour with a Cyrillic letter that looks Latin',
    source: 'own',
    input: { fields: { 'colours.light.accent': '#0f5с4а' } },
    right: { field: 'colours.light.accent', refused: /must be a colour as #a63c1a/ },
  },
  {
    name: 'a colour by its name has no contrast, and no other colour is blamed',
    source: 'own',
    input: { fields: { 'colours.light.accent': 'красный' } },
    right: { field: 'colours.light.accent', refused: /^must be a colour as #a63c1a$/ },
  },
  {
    name: 'of a ribbon too',
    source: 'own',
    input: { fields: { 'banner.ground': '#112233', 'banner.text': 'white' } },
    right: { field: 'banner.text', refused: /^must be a colour as #a63c1a$/ },
  },
  {
    name: 'what a barcode holds, without its kind',
    source: 'own',
    input: { fields: { 'barcode.text': '{{number}}-{{pin}}' } },
    right: { field: 'barcode.kind', refused: /^is missing$/ },
  },
  {
    name: 'an accent that nobody can read says by how much',
    source: 'WCAG 1.4.3',
    input: { fields: { 'colours.light.accent': '#ffcc00' } },
    right: { field: 'colours.light.accent', refused: /contrast of 1\.\d\d: text needs 4\.5/ },
  },
  {
    name: 'quotes that a word processor made within the braces',
    source: 'dittofeed/dittofeed#1104',
    input: { fields: { 'letter.ru.subject': '{{ recipient | default: “Здравствуйте” }}' } },
    right: { field: 'letter.ru.subject', refused: /straight quotes/ },
  },
  {
    name: 'the same quotes outside of the braces are text',
    source: 'aarongustafson/aaron-gustafson.com#167',
    input: { fields: { 'letter.ru.subject': 'Подарок “от” {{ sender }}' } },
    right: { kept: { letter: { ru: { subject: 'Подарок “от” {{ sender }}' } } } },
  },
  {
    name: 'a comparison that an editor escaped',
    source: 'zalify/easy-email-editor#395',
    input: { fields: { 'letter.ru.text': '{% if 2 &gt; 1 %}да{% endif %}' } },
    right: { field: 'letter.ru.text', refused: /«&gt; 1» cannot be read here/ },
  },
  {
    name: 'a condition that is never closed',
    source: 'kevinhughes27/shopify-tax-receipts#9',
    input: { fields: { 'letter.en.heading': '{% if sender %}from {{ sender }}' } },
    right: { field: 'letter.en.heading', refused: /«{% if sender %}» is not closed/ },
  },
  {
    name: 'a code in the subject',
    source: 'own',
    input: { fields: { 'letter.en.subject': 'Your code {{ code }}' } },
    right: { field: 'letter.en.subject', refused: /never carry the code/ },
  },
  {
    name: 'a loop that would fill the memory',
    source: 'harttle/liquidjs#776',
    input: { fields: { 'letter.en.text': '{% for i in (1..1000000000) %}{{ i }}{% endfor %}' } },
    right: { field: 'letter.en.text', refused: /there is no tag «for» here/ },
  },
  {
    name: 'fields that the form does not show',
    source: 'ncla/LoungeDestroyer#237',
    input: {
      base: { facevalue_template: 1, shadow: { depth: 2 }, words: { ru: { ribbon: 'новое' } } },
      fields: { 'words.ru.hint': 'Покажите на кассе' },
    },
    right: { kept: { shadow: { depth: 2 }, words: { ru: { ribbon: 'новое', hint: 'Покажите на кассе' } } } },
  },
  {
    name: 'line breaks of a browser are no change, and are kept as one sign',
    source: 'own',
    input: {
      base: { facevalue_template: 1, terms: '<p>раз</p>\n<p>два</p>' },
      fields: { terms: '<p>раз</p>\r\n<p>два</p>', 'letter.ru.text': '<p>a</p>\r\n<p>b</p>' },
    },
    right: { kept: { terms: '<p>раз</p>\n<p>два</p>', letter: { ru: { text: '<p>a</p>\n<p>b</p>' } } } },
  },
  {
    name: 'a name from right to left, and letters beyond the first plane',
    source: 'own',
    input: { fields: { 'words.ru.title': 'שמיים 𝔊𝔦𝔣𝔱 🎁' } },
    right: { kept: { words: { ru: { title: 'שמיים 𝔊𝔦𝔣𝔱 🎁' } } } },
  },
  {
    name: 'a separator of lines within one line',
    source: 'own',
    input: { fields: { 'words.ru.title': 'раз\u2028два' } },
    right: { field: 'words.ru.title', refused: /one line without control characters/ },
  },
  {
    name: 'an address of a picture that runs something',
    source: 'own',
    input: { fields: { picture: 'javascript:alert(1)' } },
    right: { field: 'picture', refused: /address of a picture/ },
  },
  {
    name: 'an uploaded picture that is no longer there',
    source: 'voidlabs/mosaico#67',
    input: { fields: { picture: '{base}/pictures/of/1/AAAAAAAAAAAAAAAAAAAAAA-large.png' } },
    right: { field: 'picture', refused: /is not kept here/ },
  },
  {
    name: 'a pattern that the chosen barcode cannot carry',
    source: 'own',
    input: { fields: { 'barcode.kind': 'ean13', 'barcode.text': '{{number}}-{{pin}}' } },
    right: { field: 'barcode.text', refused: /ean13 can't carry/ },
  },
  {
    name: 'a greeting that was emptied goes, the others keep their order',
    source: 'own',
    input: {
      base: { facevalue_template: 1, greetings: [{ ru: 'Раз' }, { ru: 'Два' }, { en: 'Three' }] },
      fields: { 'greetings[1].ru': '' },
    },
    right: { kept: { greetings: [{ ru: 'Раз' }, { en: 'Three' }] } },
  },
];
