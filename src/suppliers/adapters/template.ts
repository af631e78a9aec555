/** Bodies of requests as JSON with placeholders, filled from the ask. */
import { z } from 'zod';
import { namesIn, type TemplateValues } from '../../platform/values/fill-template.ts';
import type { ActivateAsk, IssueAsk } from './adapter.ts';
import { settingProblem } from './setting-reasons.ts';

const issueValues = (ask: IssueAsk): TemplateValues => ({
  request_id: ask.requestId,
  denomination: ask.faceKopecks / 100,
  denomination_text: String(ask.faceKopecks / 100),
  denomination_kopecks: ask.faceKopecks,
  product_id: ask.productId,
});

const activateValues = (ask: ActivateAsk): TemplateValues => ({
  request_id: ask.requestId,
  code: ask.number,
  pin: ask.pin,
});

export const valuesOf = { issue: issueValues, activate: activateValues };

const namesByKind = {
  issue: Object.keys(issueValues({ requestId: '', faceKopecks: 0, productId: 0 })),
  activate: Object.keys(activateValues({ requestId: '', number: '', pin: '' })),
};

/**
 * Any JSON value whose texts may contain placeholders, for example `{"id": "{{request_id}}"}`. A text that is a single
 * placeholder becomes the value itself.
 */
export const template = (kind: 'issue' | 'activate') =>
  z.json().superRefine((value, context) => nameUnknown(JSON.stringify(value), kind, context));

/** A text with placeholders. */
export const textTemplate = (kind: 'issue' | 'activate') =>
  z.string().superRefine((text, context) => nameUnknown(text, kind, context));

function nameUnknown(text: string, kind: 'issue' | 'activate', context: z.RefinementCtx): void {
  for (const name of namesIn(text)) {
    if (!namesByKind[kind].includes(name)) {
      const names = namesByKind[kind].join(', ');
      context.addIssue({ code: 'custom', message: settingProblem({ is: 'unknown-name', names, name }) });
    }
  }
}
