/** What a span may say: ids, counts, durations and words of closed lists. Nothing of a recipient, no code, no secret. */

/** Every attribute there is; a new one is judged here (docs/logging.md has the same rules). */
export interface SpanAttributes {
  'facevalue.client_id'?: number;
  'facevalue.request_id'?: number;
  'facevalue.supplier_id'?: number;
  'facevalue.bulk_id'?: number;
  /** What became of it: `issued`, `sent`, `accepted` … */
  'facevalue.outcome'?: string;
  /** Error code of the client API. */
  'facevalue.error_code'?: number;
  'facevalue.batch_size'?: number;
  'facevalue.attempt'?: number;
  /** From the acceptance of the order to the end of this. */
  'facevalue.waited_ms'?: number;
  /** Kind of a message or a call. */
  'facevalue.kind'?: string;
  'facevalue.testmode'?: boolean;
  'http.response.status_code'?: number;
}

const plainWord = /^[a-z][a-z_-]{0,39}$/;

/** A second guard behind the types: a text that is no plain word, or the code of an error, is not told. */
export const safeWord = (text: string): string =>
  plainWord.test(text) || /^\d{4}$/.test(text) ? text : 'other';

export function safeAttributes(attributes: SpanAttributes): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes) as [string, string | number | boolean | undefined][])
    if (value !== undefined) values[name] = typeof value === 'string' ? safeWord(value) : value;
  return values;
}
