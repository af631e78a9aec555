import type { LookSampleContext } from '../../acts/looks/samples.ts';
import type { Context } from '../../context.ts';
import type { Paper } from '../../certificates/documents/pdf/paper.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import type { Pages, ShellContext } from '../../web/shell/pages.ts';

/** What the pages of a client may use. */
export interface CabinetContext
  extends ShellContext, LookSampleContext, Pick<Context, 'keyring' | 'http' | 'cell' | 'crashPoint' | 'log'> {
  /** Called after an order was placed, so that the workers start at once. */
  onPlaced: () => void;
  /** Draws a business document. */
  makePaper: (paper: Paper) => Promise<Buffer>;
}

export type CabinetPages = Pages<CabinetContext>;
export type CabinetCall = PageCall<CabinetContext>;
