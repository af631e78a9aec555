import type { ClientDirectory, KnownClient } from '../../clients/client-directory.ts';
import type { SecurityEvent } from '../../platform/process/security-log.ts';
import { isSigned } from '../../clients/signature.ts';
import { refuse, type Answer } from './answer.ts';
import { mustBePosted, notAuthenticated, unknownOperation } from './errors.ts';
import type { Caller, Operation } from './operation.ts';
import type { ApiCall } from './read-call.ts';
import { readData } from './read-data.ts';

/** What became of a call; `client` and `cmd` only when they are known to be true. */
export interface Answered {
  answer: Answer;
  clientId: number | null;
  cmd: string;
  /** Why nobody was believed, for the log alone: the answer is the same for all reasons. */
  refused?: { event: SecurityEvent; client: number | null };
}

/** How logs and metrics name an operation that does not exist: never by what the caller wrote. */
export const noOperation = 'unknown';

/** Where a call comes from. */
type Origin = Omit<Caller, 'client'>;

interface Api {
  directory: ClientDirectory;
  operations: Map<string, Operation>;
}

/**
 * The checks of any request, in their order: signature, operation, form of the data; then the operation itself. Only
 * `answered` waits: a function that does keeps its parameters alive, and the text of hundreds of requests that wait for
 * their commit is what a garbage collector copies again and again.
 */
export function answerCall(api: Api, call: ApiCall, from: Origin): Promise<Answered> {
  const found = api.directory.find(call.id);
  if (found instanceof Promise) return found.then((client) => answerAs(api, client, call, from));
  return answerAs(api, found, call, from);
}

function answerAs(
  { operations }: Api,
  found: KnownClient | null,
  call: ApiCall,
  { address, reply }: Origin,
): Promise<Answered> {
  const operation = operations.get(call.cmd);
  const cmd = operation?.cmd ?? noOperation;
  const client = believed(found, call, address);
  if (typeof client === 'string') {
    const refused = { event: client, client: found?.id ?? null };
    return Promise.resolve({ answer: refuse(notAuthenticated), clientId: null, cmd, refused });
  }
  if (client.postOnly && !call.dataPosted) return answered(cmd, client.id, refuse(mustBePosted));
  if (operation === undefined) return answered(cmd, client.id, refuse(unknownOperation));
  const reading = readData(call.in, call.data);
  if (reading.is === 'malformed') return answered(cmd, client.id, refuse(reading.error));
  return answered(cmd, client.id, operation.run({ client, address, reply }, reading.data));
}

async function answered(
  cmd: string,
  clientId: number | null,
  answer: Answer | Promise<Answer>,
): Promise<Answered> {
  return { answer: await answer, clientId, cmd };
}

/** The client that the call names, when the call is certainly its own. */
function believed(
  client: KnownClient | null,
  call: ApiCall,
  address: string,
): KnownClient | 'signature-refused' | 'address-refused' {
  const signed = isSigned(call, client?.secrets ?? []);
  if (client === null || !signed || !client.switchedOn) return 'signature-refused';
  return client.mayCallFrom(address) ? client : 'address-refused';
}
