import type { z } from 'zod';
import type { KeyKind } from '../../clients/client.ts';
import type { KnownClient } from '../../clients/client-directory.ts';
import type { Answer } from './answer.ts';
import type { Reply } from './await-issue.ts';
import type { Data, Shape } from '../../platform/values/fields.ts';

/** The authenticated client, and where it calls from. */
export interface Caller {
  client: KnownClient;
  /** Version of the key that signed the request. */
  keyVersion: number;
  /** Network address, for the record of opened codes. */
  address: string;
  /** The HTTP response; it closes if the caller disconnects before it is written. */
  reply: Reply;
}

/** One operation of the client API: its function and its description. */
export interface Operation {
  cmd: string;
  title: string;
  /** The fields of the request. */
  request: Shape;
  /** `data` of the answer. */
  answer: z.ZodType;
  /** Its own error codes, in addition to those of every request. */
  errors: number[];
  run(caller: Caller, data: Data): Answer | Promise<Answer>;
  /** Whether every request of this client is answered 1003 now; of operations with a queue that clients share. */
  isFullFor?: (clientId: number) => boolean;
  /** The only kind of key that it takes; both if absent. */
  onlyWith?: KeyKind;
  /** Whether it limits the requests of one client by itself; of others a few hundred may be in progress. */
  sharesItself?: true;
}
