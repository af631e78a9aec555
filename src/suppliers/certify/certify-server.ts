/** The scenarios of the final test that need no platform: for a supplier, beside its own server, before anyone asks. */
import type { SupplierAdapter } from '../adapters/adapter.ts';
import type { HttpClient } from '../../platform/network/http-client.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { PlainCode } from '../../vault/seal-code.ts';
import type { CertifyReport } from './certify.ts';
import { codesOf, openConversation } from './conversation.ts';
import type { ScenarioName, ScenarioResult } from './finding.ts';
import type { CertifyTarget } from './find-targets.ts';
import type { LoadSize } from './issuing.ts';
import { runnerInto, testCalls } from './scenarios.ts';

export interface ServerAsk {
  name: string;
  adapter: SupplierAdapter;
  /** The settings that the adapter has read. */
  settings: unknown;
  /** Whether a repeat of the same request_id returns the same code. */
  idempotent: boolean;
  timeoutMs: number;
  /** None: it only activates. */
  facesKopecks: number[];
  /** Codes that may be activated; without any, one that it issues is. */
  testCodes: PlainCode[];
  activates: boolean;
  load: LoadSize;
  onScenario: (name: ScenarioName) => void;
}

/** No supplier and no product has this id. */
const nobody = 0;
/** Above the largest face and not a whole number of roubles. */
const beyondKopecks = 1_37;

/** Codes are compared with one another and forgotten. */
export async function certifyServer(
  { http, clock }: { http: HttpClient; clock: Clock },
  ask: ServerAsk,
): Promise<CertifyReport> {
  const { name, adapter, settings, idempotent, timeoutMs } = ask;
  const agreement = { supplierId: nobody, name, adapter, settings, idempotent, timeoutMs, ...untested };
  const talk = openConversation({ http, clock, keep: () => Promise.resolve('kept') }, agreement);
  const scenarios: ScenarioResult[] = [];
  await testCalls(talk, {
    issuing: ask.facesKopecks.length === 0 ? [] : [targetOf(ask)],
    activates: ask.activates,
    ask,
    run: runnerInto(scenarios, ask.onScenario),
  });
  return {
    supplierId: nobody,
    name,
    adapter: adapter.name,
    at: clock.now(),
    green: scenarios.every(({ verdict }) => verdict !== 'red'),
    alone: true,
    marked: false,
    offer: null,
    codes: codesOf(talk),
    scenarios,
  };
}

const untested = { agreedAt: null, certifiedAt: null, lastTest: null, oddBarcodes: false };

const targetOf = ({ name, facesKopecks, activates }: ServerAsk): CertifyTarget => ({
  productId: nobody,
  title: name,
  transferScheme: 'api',
  activationScheme: activates ? 'api' : 'none',
  barcode: { kind: 'none', text: '{{number}}' },
  facesKopecks,
  foreignFaceKopecks: Math.max(...facesKopecks) + beyondKopecks,
});
