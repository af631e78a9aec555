/** What a second person reads before the programs of a supplier get another way in. */
import type { SecondPerson } from '../operator.ts';
import { supplierIn } from './supplier-data.ts';

const longestFact = 2000;
const shownFields = ['networks', 'pullHours', 'format', 'field', 'redeemsOwn', 'basicUser'];

export const newAccess = (access: 'token' | 'basic' | 'settings'): SecondPerson => ({
  act: 'supplier.access',
  tells: async (call) => ({
    supplierId: supplierIn(call),
    access,
    ...Object.fromEntries(
      shownFields
        .filter((name) => call.form.has(name))
        .map((name) => [name, call.form.getAll(name).join(', ').slice(0, longestFact)]),
    ),
  }),
});
