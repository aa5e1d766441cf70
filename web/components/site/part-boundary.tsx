import { Component, type ReactNode } from "react";
import { isMissingScript, Unreached } from "./unreached";

interface PartBoundaryProps {
  children: ReactNode;
}

/** Keeps the page around a part whose script did not come; any other failure is the page's. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isMissingScript(error)) throw error;
    return <Unreached of="part" />;
  }
}
