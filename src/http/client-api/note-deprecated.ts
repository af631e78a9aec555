/** Counts uses of what is deprecated (docs/versioning.md), and names each client in the log once an hour. */
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import type { Log } from '../../platform/process/log.ts';
import type { Deprecated, Metrics } from '../../platform/process/metrics.ts';

const linesOfClient = { events: 1, windowSeconds: 3600 };

export type NoteDeprecated = (deprecated: Deprecated, client: number, now: Date) => void;

export function createDeprecationLog({ log, metrics }: { log: Log; metrics: Metrics }): NoteDeprecated {
  const lines = createLoadLimit(linesOfClient);
  return (deprecated, client, now) => {
    metrics.deprecatedTotal.inc({ deprecated });
    if (lines.take(`${deprecated} ${client}`, now) === 0)
      log.info({ deprecated, client }, 'a deprecated form was used');
  };
}
