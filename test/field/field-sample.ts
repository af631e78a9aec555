/** One input of the world: what came, where such a thing was reported, and what is right. */
export interface FieldSample<Input, Right> {
  /** Unique in its area, and what the test is called. */
  name: string;
  /** A public report (`owner/repository#number`) or a standard (`RFC 3834`) of this kind; `own` where we met it ourselves. */
  source: string;
  input: Input;
  right: Right;
}
