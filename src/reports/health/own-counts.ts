import type { Metrics } from '../../platform/process/metrics.ts';

/** A count of this process since its start. */
export interface OwnCount {
  name: string;
  label: string;
  total: number;
}

interface Sample {
  value: number;
  labels: Record<string, string | number | undefined>;
  metricName?: string;
}

/** What the pictures show of this process's metrics; histograms by bucket, each alone. */
export async function ownCounts(metrics: Metrics): Promise<OwnCount[]> {
  const [requests, letters, callbacks, calls, issue] = await Promise.all([
    samplesOf(metrics.requestsTotal),
    samplesOf(metrics.deliveriesTotal),
    samplesOf(metrics.callbacksTotal),
    samplesOf(metrics.supplierCallsTotal),
    samplesOf(metrics.issueSeconds),
  ]);
  return added([
    ...requests
      .filter(({ labels }) => labels['cmd'] === 'makeOrder')
      .map(({ labels, value }) =>
        count('orders', labels['outcome'] === 'ok' ? 'accepted' : 'refused', value),
      ),
    ...letters.map(({ labels, value }) =>
      count(labels['channel'] === 'sms' ? 'texts' : 'letters', labels['outcome'], value),
    ),
    ...callbacks.map(({ labels, value }) => count('callbacks', labels['outcome'], value)),
    ...calls.map(({ labels, value }) => count('supplier-calls', labels['outcome'], value)),
    ...bucketsOf(issue),
  ]);
}

const samplesOf = async (metric: { get(): Promise<{ values: Sample[] }> }): Promise<Sample[]> =>
  (await metric.get()).values;

const count = (name: string, label: string | number | undefined, total: number): OwnCount => ({
  name,
  label: String(label),
  total,
});

/** Prometheus counts each bucket with all smaller ones; here each stands alone. */
function bucketsOf(samples: Sample[]): OwnCount[] {
  const buckets = samples.filter(({ metricName }) => metricName?.endsWith('_bucket') === true);
  return buckets.map(({ labels, value }, index) =>
    count('issue-time', labels['le'], value - (buckets[index - 1]?.value ?? 0)),
  );
}

/** Several samples may be one thing here, as refusals by their code. */
function added(counts: OwnCount[]): OwnCount[] {
  const sums = new Map<string, OwnCount>();
  for (const one of counts) {
    const key = `${one.name} ${one.label}`;
    const known = sums.get(key);
    sums.set(key, { ...one, total: (known?.total ?? 0) + one.total });
  }
  return [...sums.values()];
}
