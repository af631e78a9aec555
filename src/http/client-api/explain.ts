/** Why each field of a makeOrder was refused, beside the text of the specification, which only names them. */
import { hasUnknownScript, knownScripts } from '../../orders/test-script.ts';
import { makeOrderRequest } from '../../orders/read-order.ts';
import type { FieldProblem, Refusal, WireError } from '../../orders/refusals.ts';
import { wireError } from '../../orders/refusals.ts';
import { isGiven, wantedOf, type Data, type Field, type Shape } from '../../platform/values/fields.ts';
import { hasMixedScripts } from '../../platform/values/mixed-scripts.ts';
import { wrongFields } from './answer.ts';

/** Explains fields that are wrong by themselves. */
export function explainWrong(shape: Shape, names: string[], data: Data): WireError {
  const problemOf = (field: string): FieldProblem => {
    const value = Object.hasOwn(data, field) ? data[field] : undefined;
    if (!isGiven(value)) return { field, reason: 'missing' };
    if (field === 'comment' && typeof value === 'string' && hasUnknownScript(value)) return unknownScript;
    const known = shape[field];
    const isRead = known?.read(value) !== undefined;
    const wanted = isMixed(shape, field, value) ? letterHint : known && wantedOf(known);
    return { field, reason: isRead ? 'not-now' : 'form', ...(wanted !== undefined && { wanted }) };
  };
  return { ...wrongFields(names), fields: names.map(problemOf) };
}

const unknownScript: FieldProblem = {
  field: 'comment',
  reason: 'form',
  wanted: `In a test order: ${knownScripts}`,
};

const letterHint =
  'An address without letters of another alphabet that look like Latin ones, such as a Cyrillic а';

const isMixed = (shape: Shape, field: string, value: unknown): boolean =>
  shape[field]?.schema.format === 'idn-email' && typeof value === 'string' && hasMixedScripts(value);

const makeOrderShape: Shape = makeOrderRequest;

/** Explains fields that are refused by what is on sale, the time or settings. */
export function explainRefusal(refusal: Refusal): WireError {
  const error = wireError(refusal);
  if (refusal.why === 'no-stock') return { ...error, fields: [{ field: 'face', reason: 'no-stock' }] };
  if (refusal.why !== 'fields') return error;
  const fields = refusal.names.map((field): FieldProblem => {
    // What is wrong with a comment otherwise is judged before anything on sale is.
    if (field === 'comment') return unknownScript;
    if (field === 'product_id' || field === 'face') return { field, reason: 'not-offered' };
    const known: Field<unknown> | undefined = makeOrderShape[field];
    return { field, reason: 'not-now', ...(known && { wanted: wantedOf(known) }) };
  });
  return { ...error, fields };
}
