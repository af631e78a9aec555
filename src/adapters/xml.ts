import { XMLParser, XMLValidator } from 'fast-xml-parser';

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  // Texts stay texts: a code with leading zeros is no number.
  parseTagValue: false,
  trimValues: true,
  htmlEntities: true,
});

/** The tree of an XML text without prefixes and attributes; `undefined` when it is not well-formed. */
export function parseXml(text: string): unknown {
  // Nobody needs entities of one's own to tell a code, and they can be made to grow without end.
  if (/<!(DOCTYPE|ENTITY)/i.test(text) || XMLValidator.validate(text) !== true) return undefined;
  try {
    return parser.parse(text);
  } catch {
    return undefined;
  }
}

export const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
