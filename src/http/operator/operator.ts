import type { Places } from '../../catalog/find-places.ts';
import type { GiftView } from '../../certificates/certificate-view.ts';
import type { Context } from '../../context.ts';
import type { Paper } from '../../documents/pdf/paper.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Page } from '../../web/frame.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import type { Pages } from '../../web/shell/pages.ts';

/** What the operator's pages may use. They read by `pageDb`; verbs get `db`. */
export interface OperatorContext extends Context {
  /** Called after something became due, so that the workers start at once. */
  onPlaced: () => void;
  /** Draws a business document. */
  makePaper: (paper: Paper) => Promise<Buffer>;
  /** The gift page of a sample certificate. */
  sampleGift: (sample: SampleAsk) => Page;
}

export interface SampleAsk {
  view: GiftView;
  places: Places;
  now: Date;
  language: Language;
  path: string;
  opened: boolean;
}

export type OperatorPages = Pages<OperatorContext>;
export type OperatorCall = PageCall<OperatorContext>;
