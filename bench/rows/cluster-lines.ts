/** What the section `cluster` says of what it measured. */
import { lineOf, type Curve, type Line } from '../report/line.ts';
import { medianOf } from '../rounds.ts';

const section = 'cluster';
export const plainName = 'plain PostgreSQL 15';
export const nodeCounts = [1, 2, 4] as const;
const most = { ofPlain: 1.5, fourOfOne: 1.15, coordinatorMicroseconds: 20, idleOfPlain: 2 };

/** Microseconds of processor time, by process; those of servers in their order, a coordinator first. */
export interface Spent {
  serve: number;
  work: number;
  servers: number[];
}

/** Of an order. */
export interface SpentOnOrders extends Spent {
  /** What the first server used beyond what it uses as long while nothing is ordered. */
  coordinatorAboveRest: number;
}

/** Of a second in which there was nothing to do. */
export interface SpentIdle extends Spent {
  /** What the servers use without any process of the platform, which on each of them Citus does too. */
  atRest: number;
}

export const totalOf = ({ serve, work, servers }: Spent): number => serve + work + sumOf(servers);
const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** What one contestant used: all together of each round, and by process. */
export interface Found<Round = Spent> {
  name: string;
  totals: number[];
  rounds: Round[];
}

export type FoundOrders = Found<SpentOnOrders>;
export type FoundIdle = Found<SpentIdle>;

export const aboveRest = (one: SpentIdle): number => totalOf(one) - one.atRest;

const roundsOf = <Round>(found: Found<Round> | undefined, figure: (one: Round) => number): number[] =>
  (found?.rounds ?? []).map(figure);

export function orderLines(found: readonly FoundOrders[], what: string): Line[] {
  const [plain, one, , four] = found;
  const clusters = found.slice(1);
  return [
    ...compared(found, { what, unit: 'µs', aim: most.ofPlain, figure: totalOf }),
    aimedLine(`${what}: four nodes beside one`, roundsOf(four, totalOf), roundsOf(one, totalOf)),
    ...clusters.flatMap((cluster) => coordinatorLines(cluster, what)),
    ...found.flatMap((contestant) => partLines(contestant, what, contestant !== plain)),
  ];
}

/** What idle queues and Citus itself ask of it does not grow with orders, so few orders a second would make much of it an order. */
function coordinatorLines(cluster: FoundOrders, what: string): Line[] {
  const rounds = roundsOf(cluster, ({ coordinatorAboveRest }) => coordinatorAboveRest);
  const all = roundsOf(cluster, ({ servers }) => servers[0] ?? 0);
  const line = { section, unit: 'µs' };
  return [
    lineOf({
      ...line,
      what: `${what}: coordinator, ${cluster.name}`,
      rounds,
      aim: { most: most.coordinatorMicroseconds },
    }),
    lineOf({
      ...line,
      what: `${what}: coordinator with what it does at rest, ${cluster.name}`,
      rounds: all,
    }),
  ];
}

const aimedLine = (what: string, rounds: number[], beside: number[]): Line =>
  lineOf({
    section,
    what,
    unit: 'µs',
    rounds,
    beside: { what: 'one node', rounds: beside },
    ratioAim: { most: most.fourOfOne },
  });

export function idleLines(found: readonly FoundIdle[]): Line[] {
  const what = 'idle work, processor time a second';
  return [
    ...compared(found, { what, unit: 'µs', aim: most.idleOfPlain, figure: aboveRest }),
    ...found.map((one) =>
      lineOf({
        section,
        what: `${what}: ${one.name}, servers alone`,
        unit: 'µs',
        rounds: roundsOf(one, ({ atRest }) => atRest),
      }),
    ),
  ];
}

/** Each cluster beside plain PostgreSQL, which comes first. */
function compared<Round>(
  [plain, ...clusters]: readonly Found<Round>[],
  { what, unit, aim, figure }: { what: string; unit: string; aim: number; figure: (one: Round) => number },
): Line[] {
  return clusters.map((cluster) =>
    lineOf({
      section,
      what: `${what}: ${cluster.name}`,
      unit,
      rounds: cluster.totals,
      beside: { what: plainName, rounds: roundsOf(plain, figure) },
      ratioAim: { most: aim },
    }),
  );
}

const partLines = (found: FoundOrders, what: string, hasCoordinator: boolean): Line[] => {
  const parts: [string, (one: Spent) => number][] = [
    ['serve', ({ serve }) => serve],
    ['work', ({ work }) => work],
    [hasCoordinator ? 'nodes' : 'PostgreSQL', ({ servers }) => sumOf(servers.slice(hasCoordinator ? 1 : 0))],
  ];
  return parts.map(([name, figure]) =>
    lineOf({ section, what: `${what}: ${found.name}, ${name}`, unit: 'µs', rounds: roundsOf(found, figure) }),
  );
};

export const curveOf = ([plain, ...clusters]: readonly FoundOrders[], what: string): Curve => ({
  name: what.replaceAll(' ', '-'),
  title: `${what}, all servers and the platform`,
  x: { label: 'nodes of Citus' },
  y: { label: 'µs an order' },
  series: [
    {
      name: 'cells on Citus',
      points: clusters.map((one, place) => [nodeCounts[place] ?? 0, medianOf(roundsOf(one, totalOf))]),
    },
    { name: plainName, points: nodeCounts.map((nodes) => [nodes, medianOf(roundsOf(plain, totalOf))]) },
  ],
});
