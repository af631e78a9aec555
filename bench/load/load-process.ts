/** The load generator, in its own process. */
import { latenciesOf } from '../report/latency.ts';
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
  const sent = latenciesOf(sentLatenciesMs);
  return {
    ...driven,
    ...latenciesOf(latenciesMs),
    refusalP99Ms: latenciesOf(refusalsMs).p99Ms,
    sentP50Ms: sent.p50Ms,
    sentP99Ms: sent.p99Ms,
    sentRefusalP99Ms: latenciesOf(sentRefusalsMs).p99Ms,
  };
}
