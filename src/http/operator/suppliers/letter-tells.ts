/** What a second person reads before another mailbox gets the letters that ask for activation: they list sold codes. */
import { findSupplier } from '../../../catalog/supplier.ts';
import { findSchedule } from '../../../suppliers/activation/schedule.ts';
import type { OperatorCall, SecondPerson, ApprovalFacts } from '../operator.ts';
import { supplierIn } from './supplier-data.ts';

/** Addresses as typed into one field. */
export const linesOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const otherAddresses: SecondPerson = {
  act: 'supplier.letters',
  tells: (call) => factsOf(call, linesOf(call.form.get('addresses'))),
};

/** The supplier's own address counts until there is a schedule. */
export const otherContact: SecondPerson = {
  act: 'supplier.letters',
  async tells(call) {
    const schedule = await findSchedule(call.ctx.pageDb, supplierIn(call));
    return schedule === null ? factsOf(call, linesOf(call.form.get('contact'))) : null;
  },
};

/** Null where no address comes that did not get these letters before. */
async function factsOf(call: OperatorCall, typed: readonly string[]): Promise<ApprovalFacts> {
  const supplierId = supplierIn(call);
  const { pageDb } = call.ctx;
  const [supplier, schedule] = await Promise.all([
    findSupplier(pageDb, supplierId),
    findSchedule(pageDb, supplierId),
  ]);
  const before = (schedule?.addresses ?? linesOf(supplier?.contactEmail ?? '')).map(lowered);
  if (supplier === null || typed.every((address) => before.includes(lowered(address)))) return null;
  return { supplierId, lettersFrom: before.join(', '), lettersTo: typed.join(', ').slice(0, longestFact) };
}

const longestFact = 2000;
const lowered = (address: string): string => address.toLowerCase();
