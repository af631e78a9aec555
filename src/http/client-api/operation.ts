import type { z } from 'zod';
import type { KnownClient } from '../../clients/client-directory.ts';
import type { Answer } from './answer.ts';
import type { Reply } from './await-issue.ts';
import type { Data, Shape } from '../../platform/values/fields.ts';

/** Who asks, beyond doubt, and from where. */
export interface Caller {
  client: KnownClient;
  /** Network address, for the record of opened codes. */
  address: string;
  /** The answer to be; it closes when the caller goes away before it is written. */
  reply: Reply;
}

/** One operation of the client API: what runs it and what describes it. */
export interface Operation {
  cmd: string;
  title: string;
  /** The fields that the request may have. */
  request: Shape;
  /** `data` of the answer. */
  answer: z.ZodType;
  /** Codes of its own, beside those that any request can get. */
  errors: number[];
  run(caller: Caller, data: Data): Answer | Promise<Answer>;
}
