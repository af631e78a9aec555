/** Client of the Facevalue API: signed calls, typed answers, safe repeats, callbacks. No dependencies. */
export { Facevalue, type FacevalueOptions, type WaitOptions } from './client.ts';
export { ApiError, NoAnswerError, NotEndedError, type FieldProblem } from './errors.ts';
export { CallbackError, readCallback, type Callback, type CallbackOptions } from './callbacks.ts';
export {
  acceptCallbacks,
  fetchHandler,
  nodeHandler,
  type CallbackHandlerOptions,
  type HandleCallback,
} from './callback-handlers.ts';
export { sign } from './sign.ts';
export * from './operations.ts';
