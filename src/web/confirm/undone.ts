/** Every act of a page says here how a person can undo it; what is asked before the act follows from that. */
export type Undone =
  /** There is nothing to get back: it looks, tries, writes a note, sends a message again, or makes a file. */
  | 'nothing'
  /** Pages of the same person put it back. */
  | 'pages'
  /** Not; the page with the form has shown all of what it does, as the second step. */
  | 'shown-first'
  /** Not; who sends it reads what will happen, and says yes. */
  | 'asked-first';
