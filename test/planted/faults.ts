import type { Fault } from './fault.ts';
import { faultsOfMoney } from './faults-of-money.ts';
import { faultsOfPeople } from './faults-of-people.ts';

/** Each in an area of its own. */
export const faults: readonly Fault[] = [...faultsOfMoney, ...faultsOfPeople];

/** So many of them at least are caught by what `npm test` runs. */
export const CAUGHT_OFTEN = 17;
