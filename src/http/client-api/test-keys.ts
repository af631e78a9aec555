/** What is different for calls that a test key has signed: tests hold up no live call. */
import type { Client, KeyKind } from '../../clients/client.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import type { Clock } from '../../platform/time/clock.ts';

export const keyKindOf = ({ withTestKey }: Client): KeyKind => (withTestKey === true ? 'test' : 'live');

/** Of one client in one process, over all its test keys. */
const testCalls = { events: 1200, windowSeconds: 60 };

export function limitTests(clock: Clock): (clientId: number) => boolean {
  const limit = createLoadLimit(testCalls);
  return (clientId) => limit.take(String(clientId), clock.now()) === 0;
}
