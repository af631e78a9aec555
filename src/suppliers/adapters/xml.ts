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

const withAttributes = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  attributeNamePrefix: '@',
});

/** Whether an element of one of these names, whatever its prefix, has one of these attributes. */
export function hasAttribute(text: string, names: readonly string[], attributes: readonly string[]): boolean {
  const waiting: unknown[] = [withAttributes.parse(text)];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, value] of Object.entries(one)) {
      const found = names.includes(name) ? [value].flat() : [];
      if (found.some((element) => attributes.some((attribute) => hasOwn(element, `@${attribute}`))))
        return true;
      waiting.push(value);
    }
  }
  return false;
}

const hasOwn = (element: unknown, name: string): boolean =>
  typeof element === 'object' && element !== null && Object.hasOwn(element, name);

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
