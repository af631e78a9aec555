/** Pattern of a placeholder between double braces. */
export type TemplateValues = Record<string, string | number>;

const place = /\{\{\s*(\w+)\s*\}\}/g;

/** The placeholders in a text. */
export const namesIn = (text: string): string[] => [...text.matchAll(place)].map(([, name = '']) => name);

/**
 * Fills the placeholders in the texts of any JSON value. A text that is a single placeholder becomes the value itself.
 */
export function fillTemplate(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') {
    const [whole, name] = /^\{\{\s*(\w+)\s*\}\}$/.exec(value) ?? [];
    return whole === undefined || name === undefined ? fillText(value, values) : values[name];
  }
  if (Array.isArray(value)) return value.map((one) => fillTemplate(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillTemplate(one, values)]));
}

export const fillText = (
  text: string,
  values: TemplateValues,
  escape: (value: string) => string = String,
): string => text.replaceAll(place, (_, name: string) => escape(String(values[name] ?? '')));
