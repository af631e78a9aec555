/** XML, read and written by simulated suppliers. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { escapeHtml } from '../../src/platform/text/html.ts';

const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false });

/** Parses XML to a tree with strings as leaves; undefined if it is not XML. */
export function parseXml(text: string): unknown {
  if (XMLValidator.validate(text) !== true) return undefined;
  return parser.parse(text) as unknown;
}

/** The value at a path of element names. */
export function inside(tree: unknown, ...names: string[]): unknown {
  let place = tree;
  for (const name of names) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

/** The same five escapes as in HTML. */
export const xmlText = (value: string | number): string => escapeHtml(String(value));

export const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
