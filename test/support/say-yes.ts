/** Answers the question that comes before an act which nothing takes back, as somebody does who means it. */
import type { LightMyRequestResponse } from 'fastify';
import { formsIn, waysToSend } from './form-crawler.ts';

type Send = (url: string, form: Record<string, string>) => Promise<LightMyRequestResponse>;

/** The form that says yes; null: the answer asks nothing. */
export function questionIn(body: string): { action: string; fields: Record<string, string> } | null {
  const form = formsIn(body).find(({ fields }) => fields.some(({ name }) => name === 'confirmed'));
  const [fields] = form === undefined ? [] : waysToSend(form, () => null);
  return form === undefined || fields === undefined
    ? null
    : { action: form.action, fields: Object.fromEntries(fields) };
}

/** Sends a form, and yes if that is asked. */
export async function meaningIt(
  send: Send,
  url: string,
  form: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const answer = await send(url, form);
  const question = answer.statusCode === 200 ? questionIn(answer.body) : null;
  return question === null ? answer : send(question.action, question.fields);
}
