import type { Language } from '../../../platform/text/language.ts';

/** A business document, such as an invoice: its texts are whole, nothing here depends on what it is about. */
export interface Paper {
  language: Language;
  title: string;
  /** Beneath the title. */
  subtitle: string;
  /** Who and when. */
  facts: PaperFact[];
  table: PaperTable | null;
  /** Totals below the table, to the right; the last one is emphasised. */
  totals: PaperFact[];
  notes: string[];
  /** The person who signs. */
  signatures: string[];
}

export interface PaperFact {
  name: string;
  /** One line each. */
  value: string[];
}

export interface PaperTable {
  columns: { name: string; /** Of the width. */ share: number; isSum?: true }[];
  rows: string[][];
}

/** What a thread is asked to draw, beside certificates. */
export interface PaperTask {
  paper: Paper;
}
