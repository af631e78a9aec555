import type { FastifyReply } from 'fastify';
import type { Page } from './frame.ts';
import { privatePageHeaders } from './page-headers.ts';

/** Sends a page with the headers of private pages; the default status is 200. */
export const sendPage = (reply: FastifyReply, { markup, needs }: Page): FastifyReply =>
  reply.headers(privatePageHeaders(needs)).type('text/html; charset=utf-8').send(markup);
