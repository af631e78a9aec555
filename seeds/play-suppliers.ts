import type { MailInbox } from '../simulators/mail-inbox.ts';
import type { PlayedSupplier, SupplierDeed } from '../simulators/supplier-page.ts';
import { confirmNewestLetter } from '../simulators/supplier/confirm-letter.ts';
import { createPullConsumer } from '../simulators/supplier/pull-used.ts';
import type { SupplierSimulator } from '../simulators/supplier/start-simulator.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { DemoFacts } from './demo-facts.ts';
import { activatedSuppliers, employeeOf } from './demo-world/activated-suppliers.ts';

const pullEveryMs = 60_000;

export interface SupplierPlay {
  played: PlayedSupplier[];
  /** From now on what was sold is fetched every minute, as the supplier's program would. */
  start(): void;
  stop(): void;
}

/** The suppliers that the demo world plays, and what each of them does of its own accord. */
export function playSuppliers(
  facts: DemoFacts,
  { simulator, mail, clock }: { simulator: SupplierSimulator; mail: MailInbox; clock: Clock },
): SupplierPlay {
  const consumer = createPullConsumer(clock);
  let timer: NodeJS.Timeout | undefined;

  function deedOf(supplier: DemoFacts['suppliers'][number], key: string): SupplierDeed | null {
    const baseUrl = facts.base_url;
    if (supplier.activation === 'letter')
      return { is: 'confirm', act: () => confirmNewestLetter(mail, employeeOf(key), baseUrl) };
    if (supplier.activation !== 'pull') return null;
    const token = supplier.integration_token ?? '';
    return {
      is: 'pull',
      async act() {
        const state = simulator.supplier(key);
        return state !== null && (await consumer.pull(state, { baseUrl, token })) !== null;
      },
    };
  }

  const played = facts.suppliers.flatMap((supplier): PlayedSupplier[] => {
    const { name, simulator_url: url } = supplier;
    const key = url?.split('/').at(-1) ?? activatedSuppliers.find((one) => one.name === name)?.key;
    return key === undefined ? [] : [{ key, name, called: url !== undefined, deed: deedOf(supplier, key) }];
  });
  return {
    played,
    start() {
      timer = setInterval(() => {
        // What could not be fetched now is fetched a minute later.
        for (const { deed } of played) if (deed?.is === 'pull') deed.act().catch(() => {});
      }, pullEveryMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
