/** What the pages of drafts of codes show. */
import type { PoolTitle } from '../../../catalog/find-titles.ts';
import type { DraftRun } from '../../../acts/guarded/drafts/draft-run.ts';
import type { Draft } from '../../../suppliers/mail/drafts.ts';
import type { Listed } from '../../../web/shell/list-view.ts';

export interface DraftList {
  all: boolean;
  list: Listed<Draft>;
}

export interface DraftPage {
  draft: Draft;
  run: DraftRun | null;
  products: PoolTitle[];
  mayLoad: boolean;
}
