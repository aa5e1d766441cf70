import path from "node:path";
import { test } from "@playwright/test";
import { runProduct } from "../support/start-product";

type Product = Awaited<ReturnType<typeof runProduct>>;

/** A product for the journeys of one file: every other journey knows the business as it ships. */
export function ownProduct(log: string, settings: Record<string, string> = {}): () => Product {
  let product: Product;
  test.beforeAll(async () => {
    product = await runProduct(path.join(test.info().project.outputDir, `${log}.log`), settings);
  });
  test.afterAll(async () => product.end());
  return () => product;
}
