import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { escapeHtml } from '../../src/platform/text/html.ts';

const parser = new XMLParser({ removeNSPrefix: true, ignoreAttributes: true, parseTagValue: false });

/** The tree of a text, every leaf a string; undefined when it is no XML. */
export function parseXml(text: string): unknown {
  if (XMLValidator.validate(text) !== true) return undefined;
  return parser.parse(text) as unknown;
}

/** What lies under these names, one within the other. */
export function inside(tree: unknown, ...names: string[]): unknown {
  let place = tree;
  for (const name of names) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

/** Escapes are the same five in HTML and XML. */
export const xmlText = (value: string | number): string => escapeHtml(String(value));

export const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
