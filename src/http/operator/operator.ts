import type { Context } from '../../context.ts';
import type { Paper } from '../../documents/pdf/paper.ts';
import type { SampleContext } from '../../template-drafts/samples.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import type { Pages } from '../../web/shell/pages.ts';

/** What the operator's pages may use. They read by `pageDb`; verbs get `db`. */
export interface OperatorContext extends Context, SampleContext {
  /** Called after something became due, so that the workers start at once. */
  onPlaced: () => void;
  /** Draws a business document. */
  makePaper: (paper: Paper) => Promise<Buffer>;
}

export type OperatorPages = Pages<OperatorContext>;
export type OperatorCall = PageCall<OperatorContext>;
