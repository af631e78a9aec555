/** The HTTP server of the framework, and what each request passes before the framework has it. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

export interface Doorway {
  /** The framework's `serverFactory`. */
  open: (handler: RequestListener) => Server;
  /** Whatever is added later is passed earlier. */
  add: (passage: (next: RequestListener) => RequestListener) => void;
}

export interface DoorwayOptions extends ServerOptions {
  maxRequestsPerSocket: number;
}

export function createDoorway({ maxRequestsPerSocket, ...options }: DoorwayOptions): Doorway {
  let enter: RequestListener;
  return {
    open: (handler) => {
      enter = handler;
      const server = createServer(options, (request, response) => enter(request, response));
      server.maxRequestsPerSocket = maxRequestsPerSocket;
      return server;
    },
    add: (passage) => {
      enter = passage(enter);
    },
  };
}
