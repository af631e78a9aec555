/** The load generator, in its own process. */
import { quantile } from '../rounds.ts';
import { answerAsks } from '../world/tool-process.ts';
import { driveClosed, driveSteady, type Driven } from './drive.ts';
import { openConnection } from './http-connection.ts';
import type { LoadAsks, LoadReport } from './load.ts';
import { signedRequests } from './signed-requests.ts';

let prepared: Buffer[] = [];

answerAsks<LoadAsks>({
  async prepare(recipe) {
    prepared = signedRequests(recipe);
    return prepared.length;
  },
  async run({ port, connections, limitMs, perSecond }) {
    const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
    const requests = prepared;
    prepared = [];
    try {
      const driven =
        perSecond === null
          ? await driveClosed(open, requests, limitMs)
          : await driveSteady(open, requests, perSecond);
      return reportOf(driven);
    } finally {
      for (const connection of open) connection.close();
    }
  },
});

function reportOf({ latenciesMs, refusalsMs, ...driven }: Driven): LoadReport {
  const sorted = ascending(latenciesMs);
  const refusals = ascending(refusalsMs);
  return {
    ...driven,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    refusalP99Ms: quantile(refusals, 0.99),
  };
}

const ascending = (values: number[]): number[] => values.toSorted((one, other) => one - other);
