import { z } from 'zod';
import type { ActivateAsk, IssueAsk } from '../suppliers/adapter.ts';

/** What a template may name between double braces. */
export type TemplateValues = Record<string, string | number>;

export const issueValues = (ask: IssueAsk): TemplateValues => ({
  request_id: ask.requestId,
  denomination: ask.faceKopecks / 100,
  denomination_text: String(ask.faceKopecks / 100),
  denomination_kopecks: ask.faceKopecks,
  product_id: ask.productId,
});

export const activateValues = (ask: ActivateAsk): TemplateValues => ({
  request_id: ask.requestId,
  code: ask.number,
  pin: ask.pin,
});

export const valuesOf = { issue: issueValues, activate: activateValues };

const namesByKind = {
  issue: Object.keys(issueValues({ requestId: '', faceKopecks: 0, productId: 0 })),
  activate: Object.keys(activateValues({ requestId: '', number: '', pin: '' })),
};

const place = /\{\{\s*(\w+)\s*\}\}/g;

/** Any JSON value whose texts may name values, as `{"id": "{{request_id}}"}`. A text that is one name becomes the value itself. */
export const template = (kind: 'issue' | 'activate') =>
  z.json().superRefine((value, context) => nameUnknown(JSON.stringify(value), kind, context));

/** A text that may name values. */
export const textTemplate = (kind: 'issue' | 'activate') =>
  z.string().superRefine((text, context) => nameUnknown(text, kind, context));

function nameUnknown(text: string, kind: 'issue' | 'activate', context: z.RefinementCtx): void {
  for (const [, name] of text.matchAll(place)) {
    if (name !== undefined && !namesByKind[kind].includes(name)) {
      context.addIssue({ code: 'custom', message: `knows ${namesByKind[kind].join(', ')}, not ${name}` });
    }
  }
}

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
