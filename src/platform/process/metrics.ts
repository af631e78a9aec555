import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What is used although it is deprecated (docs/versioning.md). */
export type Deprecated = 'date_send';

/** The platform's own metrics. Labels come from closed lists only. */
export interface Metrics {
  registry: Registry;
  /** Answers of the client API, by operation and result (`ok` or the error code). */
  requestsTotal: Counter<'cmd' | 'outcome'>;
  /** Orders in a form that is deprecated. */
  deprecatedTotal: Counter<'deprecated'>;
  /** From the last byte of a makeOrder to its commit or refusal. */
  acceptSeconds: Histogram;
  /** From acceptance to the issued certificate. */
  issueSeconds: Histogram;
  /** From the end of a request to its accepted callback. */
  callbackAgeSeconds: Histogram;
  /** Letters (`email`) and texts (`sms`): `sent`, `failed`, `retried`, `unclear`, `dropped`, `over_quota`. */
  deliveriesTotal: Counter<'channel' | 'outcome'>;
  /** Reports of texts: `delivered`, `undelivered`; `unknown` if none came in time. */
  textReportsTotal: Counter<'report'>;
  /**
   * Mails in the bounce mailbox: `delivered`, `undelivered`, `delayed`, `automatic`, `set_aside`; `unknown`: letters
   * without a report.
   */
  letterReportsTotal: Counter<'outcome'>;
  /** Callback attempts: `accepted`, `retried`, `abandoned`. */
  callbacksTotal: Counter<'outcome'>;
  /** Calls to suppliers: `done`, `refused`, `unclear`, `unreached`, `wrong`. */
  supplierCallsTotal: Counter<'supplier' | 'outcome'>;
  /** Spans of traces: `sent` to the collector, or `lost`. */
  traceSpansTotal: Counter<'outcome'>;
  /** Wrong codes for later receipt; many of them mean guessing. */
  receiptCodesWrongTotal: Counter;
  /** From a call to a supplier to the end of its answer. */
  supplierCallSeconds: Histogram;
  /** Calls gathered in one batch. */
  batchSize: Histogram<'verb'>;
  /** The other metrics are read from the database when scraped. */
  queueDepth: Gauge<'queue'>;
  oldestDueSeconds: Gauge<'queue'>;
  stockFree: Gauge<'product' | 'face'>;
  /** Contents of digests: failures of the last hour, and current problems. */
  failures: Gauge<'kind'>;
  /** 1: the supplier's last final test passed; 0: it failed and the supplier is out of the offer. */
  supplierTestGreen: Gauge<'supplier'>;
  /** Age of the oldest transaction that is open in the database. */
  oldestSnapshotSeconds: Gauge;
  /** Parts of an installation with cells that did not answer: the other metrics leave them out. */
  unreached: Gauge<'part'>;
}

const briefSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const issueSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200, 86_400];
const callbackSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 180, 480, 1380, 3180, 6780, 13_980];
const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Those of Node are of the whole process: what measures them goes on until its end. */
let ofProcess: Registry | null = null;

function processMetrics(): Registry {
  if (ofProcess !== null) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess, prefix: 'facevalue_' });
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = Registry.merge([processMetrics()]);
  const own = { registers: [registry] };
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ ...own, name: `facevalue_${name}`, help, buckets });
  return {
    registry,
    requestsTotal: new Counter({
      ...own,
      name: 'facevalue_requests_total',
      help: 'Answers of the client API by operation and outcome',
      labelNames: ['cmd', 'outcome'],
    }),
    deprecatedTotal: new Counter({
      ...own,
      name: 'facevalue_deprecated_total',
      help: 'Orders in a form that is deprecated',
      labelNames: ['deprecated'],
    }),
    acceptSeconds: histogram('accept_seconds', 'Time to accept or refuse a makeOrder', briefSeconds),
    issueSeconds: histogram('issue_seconds', 'Time from acceptance to the issued certificate', issueSeconds),
    callbackAgeSeconds: histogram(
      'callback_age_seconds',
      'Time from the outcome to its accepted callback',
      callbackSeconds,
    ),
    deliveriesTotal: new Counter({
      ...own,
      name: 'facevalue_deliveries_total',
      help: 'Tries of letters and texts by channel and outcome',
      labelNames: ['channel', 'outcome'],
    }),
    letterReportsTotal: new Counter({
      ...own,
      name: 'facevalue_letter_reports_total',
      help: 'What came back about letters, by outcome',
      labelNames: ['outcome'],
    }),
    textReportsTotal: new Counter({
      ...own,
      name: 'facevalue_text_reports_total',
      help: 'Texts by what became of them after they were sent',
      labelNames: ['report'],
    }),
    callbacksTotal: new Counter({
      ...own,
      name: 'facevalue_callbacks_total',
      help: 'Callback attempts by outcome',
      labelNames: ['outcome'],
    }),
    supplierCallsTotal: new Counter({
      ...own,
      name: 'facevalue_supplier_calls_total',
      help: 'Calls to suppliers by supplier and outcome',
      labelNames: ['supplier', 'outcome'],
    }),
    traceSpansTotal: new Counter({
      ...own,
      name: 'facevalue_trace_spans_total',
      help: 'Spans of traces, sent to the collector or lost',
      labelNames: ['outcome'],
    }),
    receiptCodesWrongTotal: new Counter({
      ...own,
      name: 'facevalue_receipt_codes_wrong_total',
      help: 'Wrong codes typed in at /receive',
    }),
    supplierCallSeconds: histogram('supplier_call_seconds', 'Time a supplier takes to answer', callSeconds),
    batchSize: new Histogram({
      ...own,
      name: 'facevalue_batch_size',
      help: 'Asks gathered in one batch',
      labelNames: ['verb'],
      buckets: batchSizes,
    }),
    ...gauges(own),
  };
}

/** Whether the heartbeat file is renewed, by this process or another. */
export function watchHeartbeat({ registry }: Metrics, ageSeconds: () => number): void {
  const gauge = new Gauge({
    name: 'facevalue_heartbeat_age_seconds',
    help: 'Since the heartbeat file was last seen renewed; 0 where none is named',
    collect() {
      this.set(ageSeconds());
    },
    registers: [],
  });
  registry.registerMetric(gauge);
}

function gauges(own: {
  registers: Registry[];
}): Pick<
  Metrics,
  | 'queueDepth'
  | 'oldestDueSeconds'
  | 'stockFree'
  | 'failures'
  | 'supplierTestGreen'
  | 'oldestSnapshotSeconds'
  | 'unreached'
> {
  return {
    queueDepth: new Gauge({
      ...own,
      name: 'facevalue_queue_depth',
      help: 'Rows that wait in a queue',
      labelNames: ['queue'],
    }),
    oldestDueSeconds: new Gauge({
      ...own,
      name: 'facevalue_oldest_due_seconds',
      help: 'How long the oldest due work of a queue has been due',
      labelNames: ['queue'],
    }),
    failures: new Gauge({
      ...own,
      name: 'facevalue_failures',
      help: 'Permanent failures of the last hour, and current problems, by kind',
      labelNames: ['kind'],
    }),
    stockFree: new Gauge({
      ...own,
      name: 'facevalue_stock_free',
      help: 'Codes of a product and face (roubles) that can be sold',
      labelNames: ['product', 'face'],
    }),
    unreached: new Gauge({
      ...own,
      name: 'facevalue_unreached',
      help: 'Cells, or the centre, that did not answer: the other metrics leave them out',
      labelNames: ['part'],
    }),
    oldestSnapshotSeconds: new Gauge({
      ...own,
      name: 'facevalue_oldest_snapshot_seconds',
      help: 'Age of the oldest transaction in the database that keeps old versions of rows',
    }),
    supplierTestGreen: new Gauge({
      ...own,
      name: 'facevalue_supplier_test_green',
      help: 'Last final test of a supplier: 1 green, 0 red and out of the offer',
      labelNames: ['supplier'],
    }),
  };
}
