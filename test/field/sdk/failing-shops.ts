/** Shops that are set up wrongly or whose own part fails; the programs `failing-shop` try them in each language. */
import type { FieldSample } from '../field-sample.ts';

export interface ShopSetup {
  secret: string | (string | null)[];
  hook: 'none' | 'tells' | 'fails';
  /** Whether the shop's own part works. */
  works: boolean;
}

interface Told {
  status: number;
  /** What the shop's hook was told. */
  hook: RegExp[];
  /** What stands in the default log. */
  log: RegExp[];
}

export const noSecret = /callback secret is missing/;

export const setups = (secret: string): FieldSample<ShopSetup, Told>[] => [
  {
    name: 'an exception of the shop, without a hook',
    source: 'own',
    input: { secret, hook: 'none', works: false },
    right: { status: 500, hook: [], log: [/no database/] },
  },
  {
    name: 'an exception of the shop, with a hook',
    source: 'own',
    input: { secret, hook: 'tells', works: false },
    right: { status: 500, hook: [/no database/], log: [] },
  },
  {
    name: 'an exception of the hook itself',
    source: 'own',
    input: { secret, hook: 'fails', works: false },
    right: { status: 500, hook: [], log: [/no database/, /no log/] },
  },
  {
    name: 'a variable without a secret, and a callback that is signed with an empty key',
    source: 'own',
    input: { secret: '', hook: 'tells', works: true },
    right: { status: 500, hook: [noSecret], log: [] },
  },
  {
    name: 'several secrets, of which none is there',
    source: 'own',
    input: { secret: ['', 'whsec_'], hook: 'tells', works: true },
    right: { status: 500, hook: [noSecret], log: [] },
  },
  {
    name: 'a second secret that is not there while none is being replaced',
    source: 'own',
    input: { secret: [secret, ''], hook: 'tells', works: true },
    right: { status: 200, hook: [], log: [] },
  },
];
