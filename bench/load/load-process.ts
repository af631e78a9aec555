/** The load generator, in its own process. */
import { quantile } from '../rounds.ts';
import { answerAsks } from '../world/tool-process.ts';
import { driveClosed, driveSteady, type Driven, type Prepared } from './drive.ts';
import { openConnection } from './http-connection.ts';
import type { LoadAsks, LoadReport } from './load.ts';
import { preparedRequests } from './signed-requests.ts';

const nothing: Prepared = { requests: [], okMark: Buffer.alloc(0) };
let prepared = nothing;

answerAsks<LoadAsks>({
  async prepare(recipe) {
    prepared = preparedRequests(recipe);
    return prepared.requests.length;
  },
  async run({ port, connections, limitMs, perSecond }) {
    const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
    const requests = prepared;
    prepared = nothing;
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

function reportOf({
  latenciesMs,
  refusalsMs,
  sentLatenciesMs,
  sentRefusalsMs,
  ...driven
}: Driven): LoadReport {
  const [sorted, sent] = [ascending(latenciesMs), ascending(sentLatenciesMs)];
  return {
    ...driven,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    refusalP99Ms: quantile(ascending(refusalsMs), 0.99),
    sentP50Ms: quantile(sent, 0.5),
    sentP99Ms: quantile(sent, 0.99),
    sentRefusalP99Ms: quantile(ascending(sentRefusalsMs), 0.99),
  };
}

const ascending = (values: number[]): number[] => values.toSorted((one, other) => one - other);
