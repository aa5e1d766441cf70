import path from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { tellWhy } from "../../reasons.ts";

/** Closes a run of journeys with why each failed. */
export default class Reasons implements Reporter {
  private root = "";
  private suite: Suite | undefined;
  /** Errors outside of any journey, such as a product that does not start. */
  private readonly outside: TestError[] = [];

  onBegin(config: FullConfig, suite: Suite): void {
    this.root = config.rootDir;
    this.suite = suite;
  }

  onError(error: TestError): void {
    this.outside.push(error);
  }

  onEnd(): void {
    const failed = this.suite?.allTests().filter((test) => test.outcome() === "unexpected") ?? [];
    tellWhy(this.root, [
      ...this.outside.map((error) => ({ title: "outside of the journeys", errors: [error] })),
      ...failed.map((test) => ({
        title: this.title(test),
        errors: test.results.at(-1)?.errors ?? [],
      })),
    ]);
  }

  private title(test: TestCase): string {
    const { file, line } = test.location;
    // Before the names of the groups and the journey: the run, the project and the file.
    const names = test.titlePath().slice(3);
    return `${path.relative(this.root, file)}:${line} ${names.join(" › ")}`;
  }
}
