/** Reads XML. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  // Texts stay texts: a code with leading zeros is not a number.
  parseTagValue: false,
  trimValues: true,
  htmlEntities: true,
});

/** Parses XML to a tree without prefixes and attributes; `undefined` if it is not well-formed. */
export function parseXml(text: string): unknown {
  // Own entities are not needed, and they can be made to expand without end.
  // Blank lines before the declaration are against the standard, and common.
  const xml = text.replace(/^[\s\uFEFF]+/, '');
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined;
  try {
    return parser.parse(xml);
  } catch {
    return undefined;
  }
}
