import type { Context } from '../../context.ts';
import type { Paper } from '../../certificates/documents/pdf/paper.ts';
import type { GivenAct } from '../../acts/guarded/given-acts.ts';
import type { Lead } from '../../people/access/leads-to.ts';
import type { FourEyes } from '../../people/approvals/four-eyes.ts';
import type { SampleContext } from '../../acts/template-drafts/samples.ts';
import type { PageCall } from '../../web/shell/page-call.ts';
import type { ActDefinition, Pages } from '../../web/shell/pages.ts';

/** What the operator's pages may use. They read by `pageDb`; verbs get `db`. */
export interface OperatorContext extends Context, SampleContext {
  /** Called after something became due, so that the workers start at once. */
  onPlaced: () => void;
  /** Draws a business document. */
  makePaper: (paper: Paper) => Promise<Buffer>;
}

/** What will happen, by the names of `field-labels.ts`; null: this use of the act leads nowhere, or is refused anyway. */
export type ApprovalFacts = Readonly<Record<string, unknown>> | null;

/** How an act that leads somewhere is kept from one person alone while four eyes are on. */
export type SecondPerson =
  /** The verb stores it until somebody else decides. */
  | 'asked-by-verb'
  /** It gives nothing to whoever does it, and why. */
  | { alone: string }
  /** Somebody else allows exactly what was sent; then whoever asked does it once. */
  | { act: GivenAct; tells: (call: OperatorCall, rule: FourEyes) => Promise<ApprovalFacts> };

/** An act of the operator says what it leads to, and if anywhere, what a second person has to do with it. */
export type Guarded = { leadsTo: 'nothing' } | { leadsTo: Lead; secondPerson: SecondPerson };

export type OperatorAct = Omit<ActDefinition<OperatorContext>, 'leadsTo'> & Guarded;

export interface OperatorPages extends Pick<Pages<OperatorContext>, 'page' | 'letter' | 'part'> {
  act(definition: OperatorAct): void;
}

export type OperatorCall = PageCall<OperatorContext>;
