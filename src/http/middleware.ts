/** The HTTP server below the framework, with middleware that sees each request before the framework does. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

/** Answers a request, or gives it to the next one. */
type Middleware = (next: RequestListener) => RequestListener;

export interface ServerWithMiddleware {
  /** The framework's option. */
  serverFactory: (handler: RequestListener) => Server;
  /** The middleware that was added last sees a request first. */
  use: (middleware: Middleware) => void;
}

export interface HttpLimits extends ServerOptions {
  maxRequestsPerSocket: number;
}

export function serverWithMiddleware({ maxRequestsPerSocket, ...options }: HttpLimits): ServerWithMiddleware {
  let listener: RequestListener;
  return {
    serverFactory: (handler) => {
      listener = handler;
      const server = createServer(options, (request, response) => listener(request, response));
      server.maxRequestsPerSocket = maxRequestsPerSocket;
      return server;
    },
    use: (middleware) => {
      listener = middleware(listener);
    },
  };
}
