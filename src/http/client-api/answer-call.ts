import type { ClientDirectory, KnownClient } from '../../clients/client-directory.ts';
import type { SecurityEvent } from '../../platform/process/security-log.ts';
import { isSigned } from '../../clients/signature.ts';
import { mustBePosted, notAuthenticated, refuse, unknownOperation, type Answer } from './answer.ts';
import type { Caller, Operation } from './operation.ts';
import type { ApiCall } from './read-call.ts';
import { readData } from './read-data.ts';

/** Result of a call; `client` and `cmd` only if verified. */
export interface Answered {
  answer: Answer;
  clientId: number | null;
  cmd: string;
  /** Why authentication failed, for the log only: the answer is the same for all reasons. */
  refused?: { event: SecurityEvent; client: number | null };
}

/** The name of an unknown operation in logs and metrics, never the caller's text. */
export const noOperation = 'unknown';

/** Where a call comes from. */
type Origin = Omit<Caller, 'client'>;

interface Api {
  directory: ClientDirectory;
  operations: Map<string, Operation>;
}

/**
 * Checks any request in order: signature, operation, format of the data; then runs the operation. Only `answered` is
 * async: an async function keeps its parameters alive, and the garbage collector would copy the text of hundreds of
 * waiting requests again and again.
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

/** The client named in the call, if the call is certainly its own. */
function believed(
  client: KnownClient | null,
  call: ApiCall,
  address: string,
): KnownClient | 'signature-refused' | 'address-refused' {
  const signed = isSigned(call, client?.secrets ?? []);
  if (client === null || !signed || !client.switchedOn) return 'signature-refused';
  return client.mayCallFrom(address) ? client : 'address-refused';
}
