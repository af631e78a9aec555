/** What a second person reads before the programs of a supplier get another way in. */
import type { SecondPerson } from '../operator.ts';
import { supplierIn } from './supplier-data.ts';

const mostTold = 2000;
const told = ['networks', 'pullHours', 'format', 'field', 'redeemsOwn', 'basicUser'];

export const newAccess = (access: 'token' | 'basic' | 'settings'): SecondPerson => ({
  act: 'supplier.access',
  tells: async (call) => ({
    supplierId: supplierIn(call),
    access,
    ...Object.fromEntries(
      told
        .filter((name) => call.form.has(name))
        .map((name) => [name, call.form.getAll(name).join(', ').slice(0, mostTold)]),
    ),
  }),
});
