import type { Context } from '../../context.ts';
import type { SampleContext } from '../../acts/template-drafts/samples.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import type { Pages, ShellContext } from '../../web/shell/pages.ts';

/** What the pages of a supplier may use. They read by `pageDb`; verbs get `db`. */
export interface SupplierContext extends ShellContext, SampleContext, Pick<Context, 'keyring' | 'http'> {
  /** Called after something became due, so that the workers start at once. */
  onPlaced: () => void;
}

export type SupplierPages = Pages<SupplierContext>;
export type SupplierCall = PageCall<SupplierContext>;

export const supplierOf = (call: Pick<SupplierCall, 'party'>): number => call.party.partyId;
