/** The simulated suppliers of the demo, and what they do by themselves. */
import type { MailInbox } from '../simulators/mail-inbox.ts';
import type { PlayedSupplier, SupplierDeed } from '../simulators/played-supplier.ts';
import { confirmNewestLetter } from '../simulators/supplier/confirm-letter.ts';
import { codeMailFaults, replyFaults } from '../simulators/supplier/mail-faults.ts';
import type { Supplier } from '../simulators/supplier/play-supplier.ts';
import { createPullConsumer } from '../simulators/supplier/pull-used.ts';
import { replyToNewestLetter } from '../simulators/supplier/reply-to-letter.ts';
import { createCodeSender, type CodeSender } from '../simulators/supplier/send-codes.ts';
import type { MailWay } from '../simulators/supplier/send-mail.ts';
import type { SupplierSimulator } from '../simulators/supplier/start-simulator.ts';
import type { Clock } from '../src/platform/time/clock.ts';
import type { DemoFacts } from './demo-facts.ts';
import { activatedSuppliers, employeeOf, type ActivatedSupplier } from './demo-world/activated-suppliers.ts';
import { distinct } from './demo-world/code-forms.ts';
import { askedSuppliers } from './demo-world/asked-suppliers.ts';
import { contactOf } from './demo-addresses.ts';

const pullEveryMs = 60_000;

export interface SupplierPlay {
  played: PlayedSupplier[];
  /** Starts fetching the used export every minute, as the supplier's program would. */
  start(): void;
  stop(): void;
}

export interface PlayParts {
  simulator: SupplierSimulator;
  mail: MailInbox;
  /** How suppliers write to the platform. */
  way: MailWay;
  clock: Clock;
}

export function playSuppliers(facts: DemoFacts, parts: PlayParts): SupplierPlay {
  const consumer = createPullConsumer(parts.clock);
  const sender = createCodeSender(parts.way, parts.clock);
  let timer: NodeJS.Timeout | undefined;

  function deedsOf(fact: DemoFacts['suppliers'][number], key: string): SupplierDeed[] {
    const supplier = activatedSuppliers.find((one) => one.key === key);
    const state = parts.simulator.supplier(key);
    if (supplier === undefined || state === null) return [];
    const deeds: SupplierDeed[] = [sendCodes(sender, state, supplier)];
    if (supplier.activation === 'letter') deeds.unshift(...answers(parts, employeeOf(key), facts.base_url));
    if (supplier.activation === 'pull') {
      const access = { baseUrl: facts.base_url, token: fact.integration_token ?? '' };
      deeds.unshift({ is: 'pull', act: async () => (await consumer.pull(state, access)) !== null });
    }
    return deeds;
  }

  const played = facts.suppliers.flatMap((supplier): PlayedSupplier[] => {
    const { name, simulator_url: url } = supplier;
    const activated = activatedSuppliers.find((one) => one.name === name);
    const key = url?.split('/').at(-1) ?? activated?.key;
    const way = activated?.activation ?? askedSuppliers.find((one) => one.key === key)?.protocol;
    if (key === undefined || way === undefined) return [];
    return [{ key, name, called: url !== undefined, way, deeds: deedsOf(supplier, key) }];
  });
  return {
    played,
    start() {
      timer = setInterval(() => {
        for (const { deeds } of played)
          for (const { is, act } of deeds) {
            // A failed fetch is repeated a minute later.
            if (is === 'pull') act(nothingAsked).catch(() => {});
          }
      }, pullEveryMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}

const nothingAsked = { codes: 1, rows: '', fault: '' };

/** The two ways to confirm a table: the link of its letter, and a reply. */
const answers = ({ mail, way }: PlayParts, employee: string, baseUrl: string): SupplierDeed[] => [
  { is: 'confirm', act: () => confirmNewestLetter(mail, employee, baseUrl) },
  {
    is: 'reply',
    act: ({ rows, fault }) =>
      replyToNewestLetter(mail, way, { from: employee, rows, fault: nameIn(replyFaults, fault) }),
  },
];

const sendCodes = (sender: CodeSender, state: Supplier, supplier: ActivatedSupplier): SupplierDeed => ({
  is: 'send-codes',
  act({ codes, fault }) {
    const faces = Object.keys(supplier.pool.stock).map(Number);
    return sender.send(state, {
      from: contactOf(supplier.key),
      codes: distinct(supplier.pool.number, codes).map((number, index) => ({
        number,
        pin: supplier.pool.pin(),
        roubles: faces[index % faces.length] ?? 0,
      })),
      fault: nameIn(codeMailFaults, fault),
    });
  },
});

const nameIn = <Name extends string>(names: readonly Name[], text: string): Name | null =>
  names.find((name) => name === text) ?? null;
