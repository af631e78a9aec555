import type { Context } from '../../context.ts';
import type { Pages, ShellContext } from '../../web/shell/pages.ts';
import type { PageCall } from '../../web/shell/page-call.ts';

/** What the pages of a client may use. */
export interface CabinetContext extends ShellContext, Pick<Context, 'keyring' | 'http'> {
  /** Called after an order was placed, so that the workers start at once. */
  onPlaced: () => void;
}

export type CabinetPages = Pages<CabinetContext>;
export type CabinetCall = PageCall<CabinetContext>;
