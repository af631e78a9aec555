import type { ClientDirectory, KnownClient } from '../../clients/client-directory.ts';
import { isSigned } from '../../clients/signature.ts';
import { refuse, type Answer } from './answer.ts';
import { notAuthenticated, unknownOperation } from './errors.ts';
import type { Operation } from './operation.ts';
import type { ApiCall } from './read-call.ts';
import { readData } from './read-data.ts';

/** What became of a call; `client` and `cmd` only when they are known to be true. */
export interface Answered {
  answer: Answer;
  clientId: number | null;
  cmd: string;
}

/** How logs and metrics name an operation that does not exist: never by what the caller wrote. */
export const noOperation = 'unknown';

/** The checks of any request, in their order: signature, operation, form of the data; then the operation itself. */
export async function answerCall(
  { directory, operations }: { directory: ClientDirectory; operations: Map<string, Operation> },
  call: ApiCall,
  address: string,
): Promise<Answered> {
  const operation = operations.get(call.cmd);
  const cmd = operation?.cmd ?? noOperation;
  const found = directory.find(call.id);
  const client = believed(found instanceof Promise ? await found : found, call, address);
  if (client === null) return { answer: refuse(notAuthenticated), clientId: null, cmd };
  const answered = { clientId: client.id, cmd };
  if (operation === undefined) return { ...answered, answer: refuse(unknownOperation) };
  const reading = readData(call.in, call.data);
  if (reading.is === 'malformed') return { ...answered, answer: refuse(reading.error) };
  return { ...answered, answer: await operation.run({ client, address }, reading.data) };
}

/** The client that the call names, when the call is certainly its own. */
function believed(client: KnownClient | null, call: ApiCall, address: string): KnownClient | null {
  const signed = isSigned(call, client?.secrets ?? []);
  if (client === null || !signed || !client.switchedOn) return null;
  return client.mayCallFrom(address) ? client : null;
}
