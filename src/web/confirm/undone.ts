/** How a person gets back what a form did. Every act of a page says it; from it follows what is asked before it is done. */
export type Undone =
  /** There is nothing to get back: it looks, tries, writes a note, sends a message again, or makes a file. */
  | 'nothing'
  /** Pages of the same person put it back. */
  | 'pages'
  /** Not; the page with the form has shown all of what it does, as the second step. */
  | 'shown-first'
  /** Not; who sends it reads what will happen, and says yes. */
  | 'asked-first';
