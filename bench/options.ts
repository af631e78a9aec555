/** The options of `npm run bench`, and its help. */
import { parseArgs } from 'node:util';

const usualNames = [
  'accept',
  'overload',
  'issue',
  'issue-time',
  'bulk',
  'status',
  'pool-size',
  'suppliers',
  'redeem',
  'pull',
  'letters',
  'texts',
  'dead-channel',
  'gift-pages',
  'pdfs',
  'cabinet',
] as const;
/** `browsing` and `start` are rows of `cabinet` alone, `tracing` compares settings, `cluster` needs Citus, and the others take long: only if named. */
const onlyNamed = [
  'browsing',
  'start',
  'table-sizes',
  'tracing',
  'endures',
  'upkeep',
  'old-snapshot',
  'cluster',
] as const;
const sectionNames = [...usualNames, ...onlyNamed] as const;
export type SectionName = (typeof sectionNames)[number];

export interface Options {
  only: SectionName[];
  quick: boolean;
  /** Of the history of `cabinet`, `table-sizes`, `endures` and `upkeep`; null: as many as its size says. */
  orders: number | null;
  /** In the vault of `endures`; null: as many as orders. */
  codes: number | null;
  json: boolean;
  /** Folder for CPU profiles of the platform's processes; null: none. */
  profile: string | null;
  /** Folder that gets the large installation of `endures`, and nothing is measured; null: measure. */
  fill: string | null;
  /** Folder of one that was filled; null: fill. */
  from: string | null;
  /** Of `endures` only what a busy machine does not change. */
  pages: boolean;
  /** Whether to write results and curves. */
  keep: boolean;
  /** Folder for the curves of this run, whatever was measured; null: none. */
  curves: string | null;
}

export const help = `Measures Facevalue on this machine, beside its limits and two peers, in one run.

  npm run bench -- [options]

  --only NAMES     only these sections, with commas: ${sectionNames.join(', ')}; ${onlyNamed.join(' and ')} run only if they are named
  --quick          two rounds instead of nine and shorter histories, for a look: its aims are not judged
  --orders N       orders in the history of cabinet, browsing, start, table-sizes, endures and upkeep, instead of their own; not kept
  --codes N        codes in the vault of endures, instead of as many as orders
  --fill DIR       fill the large installation of endures in the empty folder DIR and keep it; measures nothing
  --from DIR       measure endures or cabinet on the installation in DIR; each run adds its orders and sells codes
  --pages          of endures only count database pages, which is right on a busy machine too
  --json           print the results as JSON instead of a table
  --no-keep        write neither bench/results/latest.json nor the curves
  --curves DIR     write the curves of this run into DIR, also of a partial one
  --profile DIR    write CPU profiles of serve and work into DIR (and do not keep the results)
  --help           this text

It starts its own PostgreSQL (fsync and synchronous_commit on) in a temporary folder and its own serve and work
processes, all on 127.0.0.1, and ends them all. Figures of a partial, quick or profiled run are printed, never kept.
`;

export type Parsed = { is: 'run'; options: Options } | { is: 'help' } | { is: 'wrong'; details: string };

export function parseOptions(args: string[]): Parsed {
  const parsed = read(args);
  if (typeof parsed === 'string') return { is: 'wrong', details: parsed };
  if (parsed.help) return { is: 'help' };
  const asked = parsed.only?.split(',').map((name) => name.trim()) ?? [...usualNames];
  const unknown = asked.filter((name) => !isSection(name));
  if (unknown.length > 0) return { is: 'wrong', details: `--only does not know: ${unknown.join(', ')}` };
  const { orders, codes } = parsed;
  for (const [name, value] of Object.entries({ orders, codes }))
    if (value !== undefined && !/^[1-9]\d{4,8}$/.test(value))
      return { is: 'wrong', details: `--${name} is a number from 10000 on` };
  const { fill, from } = parsed;
  if (fill !== undefined && (from !== undefined || parsed.only !== undefined))
    return { is: 'wrong', details: '--fill measures nothing' };
  if (
    from !== undefined &&
    !(asked.length > 0 && asked.every((name) => name === 'endures' || name === 'cabinet'))
  )
    return { is: 'wrong', details: '--from is for --only endures, cabinet or both' };
  if (from !== undefined && (orders !== undefined || codes !== undefined))
    return { is: 'wrong', details: '--from has its own orders and codes' };
  const whole =
    parsed.only === undefined && !parsed.quick && orders === undefined && parsed.profile === undefined;
  const options = {
    only: sectionNames.filter((name) => asked.includes(name)),
    quick: parsed.quick,
    orders: orders === undefined ? null : Number(orders),
    codes: codes === undefined ? null : Number(codes),
    json: parsed.json,
    profile: parsed.profile ?? null,
    fill: fill ?? null,
    from: from ?? null,
    pages: parsed.pages,
    keep: whole && !parsed['no-keep'],
    curves: parsed.curves ?? null,
  };
  return { is: 'run', options };
}

function read(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        orders: { type: 'string' },
        codes: { type: 'string' },
        fill: { type: 'string' },
        from: { type: 'string' },
        pages: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        'no-keep': { type: 'boolean', default: false },
        curves: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (problem) {
    return problem instanceof Error ? problem.message : 'wrong options';
  }
}

const isSection = (name: string): name is SectionName => (sectionNames as readonly string[]).includes(name);
